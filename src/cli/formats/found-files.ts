import type {StartedHistory} from '@tenure/authoring/init/init'
import type {InitPlan} from '@tenure/authoring/init/init-plan'
import {describeLeftOut} from '../../inputs/sources/select-descriptions.ts'
import {formatCount, formatFew, formatList} from '../../text/format-values.ts'

/** Lines that say which files were found in a project, and which were left out. `isListing`: several APIs are named. */
export function describeFound(
  {apis: found, leftOut, similar, servers, tags}: StartedHistory['found'],
  {apis, pages}: InitPlan,
  policy: string | undefined,
  isListing: boolean
): string[] {
  const histories = apis.flatMap(({history}) =>
    history === undefined ? [] : [history === '.' ? 'service.yaml' : history]
  )
  const isMany = found.length > 1
  const parts = [
    ...(found.length === 0
      ? []
      : [`${formatCount(found.length, nounOf(found))}${isMany ? '' : ` (${found.map(describeApi).join()})`}`]),
    ...(histories.length === 0
      ? []
      : [`${formatCount(histories.length, 'history', 'histories')} (${formatFew(histories)})`]),
    ...(pages.length === 0 ? [] : [`${formatCount(pages.length, 'page')} with managed sections (${formatFew(pages)})`]),
    ...(policy === undefined ? [] : [`a policy (${policy})`]),
    ...(tags === undefined
      ? []
      : [`a git repository ${tags.length > 0 ? `with ${formatCount(tags.length, 'tag')}` : 'without tags'}`])
  ]
  const listed = found.slice(0, SHOWN_APIS).map((api, at) => `  ${apis[at]?.name}: ${describeApi(api)}`)
  return [
    ...(parts.length === 0 ? [] : [`Found ${formatList(parts)}.`]),
    ...(isMany && isListing ? listed : []),
    ...(isListing && found.length > SHOWN_APIS ? [`  … and ${found.length - SHOWN_APIS} more`] : []),
    ...(leftOut.length === 0 ? [] : [describeLeftOutPaths(leftOut)]),
    ...describeSimilar(similar),
    ...servers
      .slice(0, SHOWN_SERVERS)
      .map(
        ({entry, framework}) =>
          `Also found a server (${entry}, ${framework}). To read its code instead of a description, run \`tenure init --force --spec ${entry}\`.`
      )
  ]
}

/** A question about descriptions that may be of one API. Empty if there are none. */
function describeSimilar(similar: StartedHistory['found']['similar']): string[] {
  if (similar.length === 0) return []
  const pairs = similar.map(({path, of, shared}) => `${path} with ${of} (${shared} common paths)`)
  return [`Possibly one API: ${formatFew(pairs, SHOWN_PAIRS)}. If so, keep one of the two in tenure.yaml.`]
}

const SHOWN_APIS = 20
const SHOWN_PAIRS = 3
const SHOWN_SERVERS = 2
const SHOWN_REASONS = 5

const nounOf = (apis: StartedHistory['found']['apis']): string =>
  apis.every(({framework}) => framework) ? 'server' : 'API description'

/** Path of an API, and what it stands for: `docs/api, 3 releases from 1.0 to 1.2`. */
function describeApi({spec, current, releases = [], framework}: StartedHistory['found']['apis'][number]): string {
  if (framework !== undefined) return `${spec}, ${framework}`
  if (releases.length === 0) return spec
  const span = releases.length === 1 ? `${releases[0]}` : `${releases[0]} to ${releases.at(-1)}`
  return `${spec}, ${formatCount(releases.length, 'release')}, ${span}; the current one is ${current}`
}

function describeLeftOutPaths(leftOut: StartedHistory['found']['leftOut']): string {
  const reasons = describeLeftOut(leftOut)
  const more = reasons.length > SHOWN_REASONS ? `; and ${reasons.length - SHOWN_REASONS} more` : ''
  return `Left out: ${reasons.slice(0, SHOWN_REASONS).join('; ')}${more}.`
}
