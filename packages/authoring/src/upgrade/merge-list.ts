import {dirname, join} from 'node:path'
import {YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {readConfig} from '@tenure/core/inputs/config/file'
import {upgradeWords} from '@tenure/core/inputs/history/old-words'
import {writeInOneLine} from '@tenure/core/inputs/history/write'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import {isRecord} from '@tenure/core/model/json'
import type {Files} from '@tenure/core/stores/files/files'
import {isMap, isSeq} from 'yaml'

/** Name of the list of APIs in older versions. */
export const OLD_LIST = 'fleet.yaml'

/** A list of an older version that is merged into a configuration. */
interface MergedList {
  /** The path of the list, which goes. */
  readonly list: string
  /** The configuration with its APIs. */
  readonly config: {readonly path: string; readonly old: string; readonly text: string}
  readonly remarks: readonly string[]
}

type OldEntry = Readonly<Record<string, string | undefined>>
type OldList = {
  readonly policy?: string
  readonly groups?: Record<string, OldEntry>
  readonly apis?: readonly OldEntry[]
}

/**
 * Merges a list of an older version into the configuration next to it, which may be missing. `undefined` if there is no
 * list. Throws an `InputError` if it can't be merged.
 */
export function mergeList(files: Files, path: string): MergedList | undefined {
  const list = join(dirname(path), OLD_LIST)
  if (!files.exists(list)) return undefined
  const yaml = readYaml(files.readText(list), list)
  const {apis = [], groups = {}, policy} = (isRecord(yaml.value) ? yaml.value : {}) as OldList
  // Other programs have files of this name, too.
  if (!Array.isArray(apis) || apis.length === 0 || apis.some(each => !isRecord(each))) return undefined
  const old = files.exists(path) ? files.readText(path) : ''
  const before =
    old === ''
      ? `format: 1\n${policy === undefined ? '' : `policy: ${policy}\n`}`
      : upgradeWords(old, path, 'configuration')
  const page = new YamlEditor(before, path)
  const root = page.document.contents
  const usual = isMap(root) ? page.textOf(root, 'policy') : undefined
  const items = apis.map(({id: name, dates: _, ...entry}: OldEntry, index) => {
    const lost = entry.glob === undefined ? undefined : ['spec', 'branch'].find(key => entry[key] !== undefined)
    if (lost !== undefined)
      throw inputError(
        `\`${lost}\` can't be combined with \`glob\` any more. Write an entry with \`source\` for each repository.`,
        yaml.where(['apis', index, lost], true)
      )
    const own = entry.policy ?? groups[entry.group ?? '']?.policy ?? (policy === usual ? undefined : policy)
    const spec = name === undefined || entry.source !== undefined ? entry.spec : 'none'
    return writeInOneLine(defined({name, ...entry, spec, policy: entry.jobs === undefined ? own : undefined}))
  })
  const block = (indent: string): string => items.map(item => `${indent}- ${item}${page.eol}`).join('')
  const present = isMap(root) ? root.get('apis', true) : undefined
  const edit =
    isMap(root) &&
    (isSeq(present) ? page.append(present, root, block, () => items) : page.addList(root, 'apis', block, () => items))
  const text = edit ? page.apply([edit]) : `${before}apis:${page.eol}${block('  ')}`
  readConfig(files.with(new Map([[files.resolve(path), Buffer.from(text)]])), path, () => ({
    rules: [],
    isComplete: false
  }))
  const dated = apis.flatMap(({id, dates}: OldEntry) => (dates === undefined ? [] : [`\`${id}\``]))
  return {
    list,
    config: {path, old, text},
    remarks: [
      `Removed \`${list}\`: its APIs are in \`apis\` of \`${path}\`, without its comments.`,
      ...(dated.length === 0
        ? []
        : [`Left out \`dates\` of ${dated.join(', ')}. Write the days into a \`releases.json\`.`])
    ]
  }
}
