import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {isServerCode} from '../../languages/languages.ts'
import type {InputProblem} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {NO_SPEC, type WrittenConfig} from './format.ts'
import type {KeysOfApi} from './listed-apis.ts'

/** The command that writes a description which isn't committed. */
export interface GenerateCommand {
  readonly command: string
  /** How long it may take. */
  readonly minutes: number
  /** Variables that it gets although their names look secret. */
  readonly env: readonly string[]
  readonly place: SourceLocation
}

/** How long a command may take, unless the configuration says so. */
export const DEFAULT_MINUTES = 10

export function readGenerate(
  written: WrittenConfig['generate'],
  at: readonly PropertyKey[],
  yaml: YamlText
): GenerateCommand | undefined {
  if (written === undefined) return undefined
  const whole: Exclude<typeof written, string> = typeof written === 'string' ? {command: written} : written
  const {command, minutes = String(DEFAULT_MINUTES), env = []} = whole
  return {command, minutes: Number(minutes), env, place: yaml.where(at)}
}

/** Reports a command for a description that none can write. */
export function validateGenerate({keys: {generate, spec: named}, at}: KeysOfApi, yaml: YamlText): InputProblem[] {
  const spec = named && [named].flat().join(', ')
  if (generate === undefined || (spec !== undefined && spec !== NO_SPEC && isOneDescription(spec))) return []
  const found = spec === undefined || spec === NO_SPEC ? 'none is named' : `\`${spec}\` isn't one`
  const path = at('generate')
  const isDefault = path.length === 1 && at('').length > 0
  const way = isDefault ? 'Move `generate` to the APIs that need it.' : 'Name the file that it writes.'
  const message = `\`generate\` writes the API description that \`spec\` names, and ${found}. ${way}`
  return [{message, place: yaml.where(path, true), ...(isDefault ? {} : {example: 'spec: openapi.json'})}]
}

/** Whether a `spec` can be a file that a command writes: no server code, folder, or pattern. */
const isOneDescription = (spec: string): boolean => !isServerCode(spec) && !spec.endsWith('/') && !/[*,]/.test(spec)
