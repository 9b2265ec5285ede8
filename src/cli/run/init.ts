import {adviseCi} from '@tenure/authoring/init/ci-advice'
import {type InitOptions, init, type StartedHistory} from '@tenure/authoring/init/init'
import {describeTags} from '@tenure/authoring/init/init-tags'
import type {PastPreview} from '@tenure/authoring/init/past-preview'
import type {Context} from '../../context/context.ts'
import {readCodeOwners} from '../../inputs/owners/code-owners.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatCount, formatFew, formatList} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import {describeFound} from '../formats/found-files.ts'

/** From where several APIs have their owners, by which findings and reports are sorted. */
const describeOwners = (context: Context): string =>
  readCodeOwners(context)
    ? 'Owners are those of `CODEOWNERS`; `owner:` of an API names another.'
    : 'Name the team of each API with `owner:`, or in a file `CODEOWNERS`, to have findings and reports by owner.'

/** Creates a config file, and a history if there's none, and prints what to do next. */
export async function run(options: InitOptions, context: Context): Promise<number> {
  const started = await init(options, context)
  const {found, plan, own, past, files} = started
  const dry = options['dry-run']
  const lines = [
    describeWritten(started, dry),
    ...(dry ? files.flatMap(describeFile) : []),
    // The configuration, which a dry run prints, lists the APIs.
    ...describeFound(found, plan, own, !dry),
    ...(plan.isListed === true ? [describeOwners(context)] : []),
    ...describeTags(plan.apis, started.otherTags),
    ...(past ? describePast(past) : []),
    ...describeNext(started),
    ...(found.tags === undefined ? [] : [adviseCi(found.ci)])
  ]
  context.out(lines.map(line => `${plainText(line)}\n`).join(''))
  return EXIT.fine
}

function describeWritten({plan, policy, why, declared, files}: StartedHistory, dry: boolean): string {
  const name =
    declared?.about.service ??
    formatFew(
      plan.apis.map(each => each.name),
      5
    )
  const paths = formatList(files.map(({path}) => path))
  const policies = [...new Set(plan.apis.map(each => each.policy ?? policy))]
  const how =
    policies.length > 1
      ? `policies ${formatList(policies)} (each the usual one of its language)`
      : `policy ${policies[0] ?? policy}${why === undefined ? '' : ` (${why})`}`
  return `${dry ? 'Would write' : 'Wrote'} ${paths} for ${name}, with the ${how}.`
}

const describeFile = ({path, text}: {readonly path: string; readonly text: string}): string[] => [
  `${path}:`,
  ...text
    .trimEnd()
    .split('\n')
    .map(line => `  ${line}`)
]

const SHOWN_POLICIES = 4

/** Lines that say how many past removals and breaking changes would violate the chosen policy, and others. */
function describePast({judged, chosen, remarks, others, releases, unstable, heldAs}: PastPreview): string[] {
  if (judged === 0) return []
  const {policy, violations, undetermined} = chosen
  const open = undetermined === 0 ? '' : `, and ${undetermined} ${undetermined === 1 ? 'is' : 'are'} undetermined`
  const few = others.slice(0, SHOWN_POLICIES).map(sayVerdicts)
  return [
    `Of ${formatCount(judged, 'past removal or breaking change', 'past removals and breaking changes')}, ${violations} would violate ${policy}${open}. The gate checks only new changes.`,
    ...remarks,
    ...(few.length === 0
      ? []
      : [
          `Violations under other policies that decide most of them: ${few.join(', ')}. To choose one: \`tenure init --force --policy NAME\`.`
        ]),
    ...(unstable === 0 || heldAs === undefined
      ? []
      : [
          `${unstable} of ${formatCount(releases, 'release')} ${unstable === 1 ? 'is' : 'are'} 0.x or pre-releases. ${policy} treats them as \`${heldAs}\`; if you guarantee less, set \`defaultStability\` in a policy of your own.`
        ])
  ]
}

/** `stripe 3`, `zalando 3 (2 undetermined)`. */
const sayVerdicts = ({policy, violations, undetermined}: PastPreview['chosen']): string =>
  `${policy} ${violations}${undetermined === 0 ? '' : ` (${undetermined} undetermined)`}`

function describeNext({found: files, plan, deprecable}: StartedHistory): string[] {
  const {apis: found, tags = [], pages} = files
  const {apis, isListed, begins} = plan
  const {what, name} = deprecable ?? {what: 'an endpoint', name: 'GET /path'}
  const [api] = apis
  const isMany = isListed === true
  const hasReleases = found.some(({releases}) => releases !== undefined)
  const one = isMany ? ` --api ${api?.name}` : ''
  return [
    ...(isMany && pages.length > 0
      ? ['A page with managed sections belongs to one API: list it under `rendered:` of that API.']
      : []),
    ...(begins !== undefined && api?.spec === undefined
      ? [`Write the changes of each release in ${begins}/releases, or run \`tenure record --import CHANGELOG.md\`.`]
      : []),
    ...(api?.history !== undefined || api?.spec === undefined
      ? []
      : tags.length > 0 || hasReleases
        ? [`Record the past from the ${hasReleases ? 'releases' : 'tags'}: \`tenure record --all\``]
        : [`Record the current state as the first release: \`tenure record --release 1.0${one}\``]),
    `Deprecate ${what}: \`tenure deprecate '${name}'${one}\` · check a change: \`tenure check\``
  ]
}
