import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import {packageFolder} from '@tenure/core/stores/files/installed-packages'
import {suggestChoices} from '@tenure/core/text/format-choices'

/** The text of a Liquid template, and the name that says its format. */
export interface LiquidTemplate {
  readonly text: string
  readonly name: string
}

/** Reads a template that comes with the program, or one of a user. Throws an `InputError` if there is none. */
export function readTemplate(
  files: Files,
  name: string,
  forms: readonly string[],
  ready: Readonly<Record<string, string>>
): LiquidTemplate {
  const file = forms.includes(name) && Object.hasOwn(ready, name) ? ready[name] : undefined
  if (file !== undefined) return {text: files.readText(packageFolder(`dist/templates/${file}`)), name: file}
  if (!files.exists(name) && /^[\w-]*$/.test(name))
    throw inputError(`There is no template \`${name}\`.${suggestChoices(name, forms)} Name one of them, or a file.`)
  return {text: files.readText(name), name}
}
