import type {Context} from '../../context/context.ts'
import {type Config, readConfig} from '../../inputs/config/file.ts'
import {type PolicyFile, readPolicy} from '../../inputs/config/policy-file.ts'
import {type HistoryFile, readHistory} from '../../inputs/history/file.ts'
import {findMistypedTeam, readCodeOwners} from '../../inputs/owners/code-owners.ts'
import {InputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import {knownRules} from '../plugins/load-plugins.ts'

// Files that decide on a verdict are read once for each command, so that all its parts see the same content.

/** Config of all APIs. */
export const readConfigOnce = (path: string, context: Context): Config =>
  context.files.remember(`config ${path}`, files => {
    const config = readConfig(files, path, plugins => knownRules(plugins, {...context, files}))
    // A commit may have other owners than the disk.
    if (files.areOnDisk) assertKnownOwners(config, {...context, files})
    return config
  })

/** Throws an `InputError` if a name of an owner is a typo of a team in `CODEOWNERS`. */
function assertKnownOwners(config: Config, context: Context): void {
  const shared = config.owners?.length ?? 0
  const stated = [{...config, shared: 0}, ...config.apis.map(api => ({...api, shared}))].flatMap(
    ({owner, owners = [], pointer, shared}) => [
      ...(owner === undefined ? [] : [{name: owner, at: `${pointer}/owner`}]),
      ...owners
        .slice(shared)
        .flatMap(({owners: names}, index) => names.map(name => ({name, at: `${pointer}/owners/${index}/owners`})))
    ]
  )
  const known = stated.some(({name}) => name.startsWith('@')) ? readCodeOwners(context) : undefined
  const problems = [...new Map(stated.map(each => [JSON.stringify(each), each])).values()].flatMap(({name, at}) => {
    const team = known && findMistypedTeam(name, known.names)
    if (team === undefined) return []
    const message = `\`${known?.path}\` doesn't name \`${name}\`, but \`${team}\`. Correct the name, or add a line for it there.`
    return [{message, place: config.locate({source: config.source, pointer: at})}]
  })
  if (problems.length > 0) throw new InputError(problems)
}

export const readHistoryOnce = (files: Files, path: string): HistoryFile =>
  files.remember(`history ${path}`, own => readHistory(own, path))

/** A policy by the name of a preset, or by a path relative to the folder. */
export const readPolicyOnce = (files: Files, name: string, folder = '.'): PolicyFile =>
  files.remember(`policy ${JSON.stringify([name, folder])}`, own => readPolicy(own, name, folder))
