import {dirname} from 'node:path'
import {readYaml, type YamlText} from '../../../src/documents/yaml/yaml-file.ts'
import {readPolicy} from '../../../src/inputs/config/policy-file.ts'
import {validateYaml} from '../../../src/inputs/history/fields.ts'
import {InputError, type InputProblem} from '../../../src/model/input-error.ts'
import type {SourceLocation} from '../../../src/model/location.ts'
import type {Files} from '../../../src/stores/files/files.ts'
import {suggestChoices} from '../../../src/text/format-choices.ts'
import {fleetSchema, type WrittenFleet, type WrittenFleetEntry} from './fleet-format.ts'

/** The kinds of entries, each by its main key, and the other keys that it can have. */
const KINDS = {
  id: ['source', 'history', 'spec', 'tags', 'branch', 'dates', 'policy', 'owner', 'group'],
  glob: ['spec', 'tags', 'branch', 'policy', 'owner', 'group'],
  backstage: ['tags', 'branch', 'policy', 'group'],
  jobs: []
} as const satisfies Readonly<Record<string, readonly (keyof WrittenFleetEntry)[]>>

type EntryKind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as EntryKind[]

const EXAMPLE = '- {id: lending, source: lending/api, owner: team-lending}'

/** An entry of `apis`. */
export interface FleetEntry extends Omit<WrittenFleetEntry, EntryKind> {
  readonly kind: EntryKind
  /** The ID, or the pattern or path that finds APIs. */
  readonly name: string
  readonly place: SourceLocation
}

/** The content of a `fleet.yaml`. Paths are as written, relative to its folder. */
export interface FleetFile {
  readonly entries: readonly FleetEntry[]
  readonly policy?: string
  readonly groups: NonNullable<WrittenFleet['groups']>
}

/** Reads a `fleet.yaml`. Throws an `InputError` with all problems; policies that it names are read, too. */
export function readFleetFile(files: Files, path: string): FleetFile {
  const yaml = readYaml(files.readText(path), path)
  const problems = validateYaml(yaml, fleetSchema, yaml.value, [], EXAMPLE)
  if (problems.length > 0) throw new InputError(problems)
  const {apis, groups = {}, policy} = yaml.value as WrittenFleet
  const misfits = [
    ...apis.flatMap((entry, index) => problemsOf(entry, ['apis', index], groups, yaml)),
    ...policyProblems(files, yaml.value as WrittenFleet, dirname(path), yaml)
  ]
  if (misfits.length > 0) throw new InputError(misfits)
  return {
    groups,
    ...(policy === undefined ? {} : {policy}),
    entries: apis.map((entry, index): FleetEntry => {
      const {id: _id, glob: _glob, backstage: _backstage, jobs: _jobs, ...own} = entry
      const kind = KIND_NAMES.find(each => entry[each] !== undefined) ?? 'id'
      return {...own, kind, name: entry[kind] ?? '', place: yaml.where(['apis', index, kind])}
    })
  }
}

function problemsOf(
  entry: WrittenFleetEntry,
  at: readonly PropertyKey[],
  groups: FleetFile['groups'],
  yaml: YamlText
): InputProblem[] {
  const kinds = KIND_NAMES.filter(each => entry[each] !== undefined)
  const [kind, second] = kinds
  if (kind === undefined || second !== undefined) {
    const message =
      kind === undefined
        ? 'This entry names no API. It needs an `id`, a `glob`, a `backstage` pattern, or a `jobs` file.'
        : `\`${second}\` can't be combined with \`${kind}\`. Make two entries.`
    return [{message, place: yaml.where([...at, ...(second === undefined ? [] : [second])], true), example: EXAMPLE}]
  }
  const allowed: readonly string[] = KINDS[kind]
  const {group} = entry
  const missing = kind === 'id' && entry.source === undefined && entry.history === undefined
  return [
    ...Object.keys(entry)
      .filter(key => key !== kind && !allowed.includes(key))
      .map(key => ({
        message: `\`${key}\` can't be combined with \`${kind}\`.${suggestChoices('', allowed)}`,
        place: yaml.where([...at, key], true)
      })),
    ...(missing
      ? [{message: `\`${entry.id}\` has no \`source\`.`, place: yaml.where([...at, 'id']), example: EXAMPLE}]
      : []),
    ...(group !== undefined && !Object.hasOwn(groups, group)
      ? [
          {
            message: `\`${group}\` isn't one of the \`groups\`.${suggestChoices(group, Object.keys(groups), 'Groups')}`,
            place: yaml.where([...at, 'group'])
          }
        ]
      : [])
  ]
}

/**
 * The problems with the policies that the file names; each policy is read once. A problem without a line is placed
 * where the policy is named.
 */
function policyProblems(
  files: Files,
  {policy, groups = {}, apis}: WrittenFleet,
  folder: string,
  yaml: YamlText
): InputProblem[] {
  const named = new Map<string, readonly PropertyKey[]>()
  const add = (name: string | undefined, path: readonly PropertyKey[]): void => {
    if (name !== undefined && !named.has(name)) named.set(name, path)
  }
  add(policy, ['policy'])
  for (const [group, own] of Object.entries(groups)) add(own.policy, ['groups', group, 'policy'])
  for (const [index, own] of apis.entries()) add(own.policy, ['apis', index, 'policy'])
  return [...named].flatMap(([name, path]) => {
    try {
      readPolicy(files, name, folder)
      return []
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return error.problems.map(problem =>
        problem.place?.line === undefined ? {...problem, place: yaml.where(path)} : problem
      )
    }
  })
}
