import {adviseCi} from '@tenure/authoring/init/ci-advice'
import {describeEnd, describePast} from '@tenure/authoring/init/describe-past'
import {type InitOptions, init, type StartedHistory} from '@tenure/authoring/init/init'
import {describeTags} from '@tenure/authoring/init/init-tags'
import {lookAtPast} from '@tenure/authoring/init/look-at-past'
import type {Context} from '../../context/context.ts'
import {readCodeOwners} from '../../inputs/owners/code-owners.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatFew, formatList} from '../../text/format-values.ts'
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
    ...describePolicyChoice(started),
    // The configuration, which a dry run prints, lists the APIs.
    ...describeFound(found, plan, own, !dry),
    ...(plan.isListed === true ? [describeOwners(context)] : []),
    ...describeTags(plan.apis, started.otherTags),
    ...describeNext(started),
    ...(found.tags === undefined ? [] : [adviseCi(found.ci)])
  ]
  const print = (texts: readonly string[]): void => context.out(texts.map(text => `${plainText(text)}\n`).join(''))
  print(lines)
  // The past of a large repository takes a while, so everything else is written and printed before.
  const looked = past && (await lookAtPast(past, context))
  if (looked) print('why' in looked ? describeEnd(looked) : describePast(looked))
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

/** The line that says how to change the proposed policy. Empty if there was a choice already. */
function describePolicyChoice({presets, policy, plan}: StartedHistory): string[] {
  const used = [policy, ...plan.apis.map(each => each.policy)]
  const others = presets.filter(each => !used.includes(each))
  if (presets.length === 0) return []
  const names = others.length === 0 ? '' : `a preset (${formatFew(others, 4)}) or `
  return [`To change the policy, set \`policy:\` to ${names}a file of your own.`]
}

const describeFile = ({path, text}: {readonly path: string; readonly text: string}): string[] => [
  `${path}:`,
  ...text
    .trimEnd()
    .split('\n')
    .map(line => `  ${line}`)
]

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
