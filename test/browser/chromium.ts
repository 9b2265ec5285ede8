import {accessSync, constants} from 'node:fs'
import {delimiter, join} from 'node:path'
import process from 'node:process'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser that tests run in: the one that `CHROMIUM` names, else one on the path. */
export const CHROMIUM = [
  ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
  ...NAMES.flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)))
].find(isProgram)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
