import {CONFIG_NAME} from '@tenure/core/app/session/config-path'
import {openSourceRepository} from '@tenure/core/inputs/sources/git-repository'
import {isReleasePattern} from '@tenure/core/inputs/sources/release-files'
import {createTagOwner} from '@tenure/core/inputs/sources/tag-families'
import {proposeTags} from '@tenure/core/inputs/sources/tags'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {formatFew} from '@tenure/core/text/format-values'
import type {PlannedApi} from './init-plan.ts'

/** APIs with the tags that are their releases, and the tags that are left out. */
export interface TaggedApis {
  readonly apis: readonly PlannedApi[]
  /** Patterns of tags with a version or day, and names of others. */
  readonly otherTags: readonly string[]
}

/** Adds patterns for the tags of releases to the APIs whose description has one place in the repository. */
export function addTags(workspace: Workspace, apis: readonly PlannedApi[], tags: readonly string[]): TaggedApis {
  if (tags.length === 0) return {apis, otherTags: []}
  const repository = openSourceRepository(workspace, '.')
  const proposals = apis.map(api => {
    const others = apis.filter(other => other !== api)
    const isOne =
      api.spec !== undefined && !isReleasePattern(workspace.files, api.spec) && !workspace.files.isFolder(api.spec)
    return isOne ? proposeTags(workspace.git, repository, createTagOwner(api, others)) : undefined
  })
  const [first, ...rest] = proposals.filter(each => each !== undefined)
  return {
    apis: apis.map((api, at) => defined({...api, tags: proposals[at]?.patterns})),
    otherTags: (first?.others ?? []).filter(each => rest.every(({others}) => others.includes(each)))
  }
}

/** Sentences about the tags that are read. Empty if all tags are the releases of all APIs. */
export function describeTags(apis: readonly PlannedApi[], otherTags: readonly string[]): string[] {
  const choices = new Set(apis.map(({tags = []}) => tags.join(' ')))
  if (choices.has('') && choices.size === 1) return []
  if (otherTags.length === 0 && choices.size === 1) return []
  const inCode = (names: readonly string[]): string => formatFew(names.map(name => `\`${name}\``))
  const sayTags = (tags: readonly string[]): string => {
    const without = tags.filter(each => each.startsWith('!')).map(each => each.slice(1))
    const read = inCode(tags.filter(each => !each.startsWith('!')))
    return without.length === 0 ? read : `${read}, without ${inCode(without)}`
  }
  const named = groupBy(
    apis.filter(({tags}) => tags),
    ({tags = []}) => sayTags(tags)
  )
  return [
    ...[...named].map(([tags, of]) => {
      const whose = apis.length > 1 ? ` of ${formatFew(of.map(({name}) => name))}` : ''
      return `The releases${whose} are the tags ${tags}.`
    }),
    ...apis.flatMap(({name, spec, tags}) =>
      tags || spec === undefined || apis.length === 1
        ? []
        : [`No tags are named after ${name}. Name its tags with \`tags:\` in ${CONFIG_NAME}.`]
    ),
    ...(otherTags.length > 0
      ? [`Tags that are left out: ${inCode(otherTags)}. Change \`tags:\` in ${CONFIG_NAME} to read others.`]
      : [])
  ]
}
