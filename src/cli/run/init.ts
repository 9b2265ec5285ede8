import type {Context} from '../../app/context.ts'
import {CI_LINES, ciCommand, ciLines, sayCiPrerequisites} from '../../app/init/ci-snippets.ts'
import {configText, type InitPlan, planInit} from '../../app/init/init-plan.ts'
import {historyText, readTitle} from '../../app/record/first-history.ts'
import {CONFIG_NAME} from '../../app/session/config.ts'
import {HISTORY_NAMES} from '../../app/session/history-path.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import {DEFAULT_POLICY, readPolicy} from '../../read/config/policy-file.ts'
import {pathExists} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import {readHistory} from '../../read/history/file.ts'
import {findProjectFiles, type ProjectFiles} from '../../read/sources/project-files.ts'
import {fillManagedSections} from '../../render/markdown/managed-zones.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {formatCount, formatFew, formatList} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'

export interface InitOptions {
  readonly policy?: string | undefined
  readonly service?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}

const POLICY_NAME = 'policy.yaml'

/**
 * Creates a config file, and a history file if there's none, from the files found in the project. Existing files are
 * overwritten only with `force`.
 */
export function run({policy: named, service, force, 'dry-run': dry}: InitOptions, context: Context): number {
  const own = named === undefined && isPolicy(POLICY_NAME) ? POLICY_NAME : undefined
  const policy = named ?? own ?? DEFAULT_POLICY
  readPolicy(policy)
  const found = findProjectFiles(hasZones)
  assertNoConflict(found, force)
  const plan = planInit(found, service, readTitle)
  const [api] = plan.apis
  const declared = plan.apis.length === 1 && api?.history !== undefined ? readHistory(api.history).declared : undefined
  const files = [
    ...(plan.begins === undefined
      ? []
      : [{path: plan.begins, text: `${schemaLine('history', found)}${historyText(api?.name ?? '')}`}]),
    // A policy declared in the history takes precedence.
    {
      path: CONFIG_NAME,
      text: `${schemaLine('tenure', found)}${configText(plan, declared?.policy === undefined ? policy : undefined)}`
    }
  ]
  if (!dry) for (const {path, text} of files) writeFileAtomically(path, text)
  const name = declared?.about.service ?? formatList(plan.apis.map(each => each.name))
  const judge = declared?.policy ?? policy
  const lines = [
    ...foundLines(found, plan, own),
    `${dry ? 'Would write' : 'Wrote'} ${formatList(files.map(({path}) => path))}: ${name}, judged by ${judge}.`,
    ...(dry
      ? files.flatMap(({path, text}) => [
          '',
          `${path}:`,
          ...text
            .trimEnd()
            .split('\n')
            .map(line => `  ${line}`)
        ])
      : []),
    ...nextLines(found, plan),
    ...pipelineLines(found)
  ]
  context.out(lines.map(line => `${plainText(line)}\n`).join(''))
  return EXIT.fine
}

/**
 * Comment that tells an editor where the schema is, in the installed package because it has no URL. Empty if the
 * package isn't installed.
 */
const schemaLine = (name: string, {installed}: ProjectFiles): string =>
  installed ? `# yaml-language-server: $schema=${installed.path}/schemas/${name}.schema.json\n` : ''

function hasZones(text: string, path: string): boolean {
  if (!text.includes('<!--')) return false
  try {
    fillManagedSections(text, path, () => '')
    return true
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

function isPolicy(path: string): boolean {
  try {
    return pathExists(path) && readPolicy(`./${path}`).policy !== undefined
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

/** Throws an `InputError` if another file has the name of a file to write. An existing history is used as it is. */
function assertNoConflict({histories}: ProjectFiles, force: boolean): void {
  const [file = '', head = ''] = HISTORY_NAMES
  const isTaken = (name: string, history: string): boolean => pathExists(name) && !histories.includes(history)
  if (isTaken(head, '.')) {
    throw inputError(`Unexpected \`${head}\` here already, expected a history, or a folder without such a file`)
  }
  const taken = [...(isTaken(file, file) ? [file] : []), ...(pathExists(CONFIG_NAME) ? [CONFIG_NAME] : [])]
  if (taken.length === 0 || force) return
  const names = taken.map(name => `\`${name}\``).join(' and ')
  throw inputError(
    `Unexpected ${names} here already, expected a folder without ${taken.length > 1 ? 'them' : 'it'} (--force overwrites)`
  )
}

function foundLines({specs, tags}: ProjectFiles, {apis, pages}: InitPlan, policy: string | undefined): string[] {
  const histories = apis.flatMap(({history}) =>
    history === undefined ? [] : [history === '.' ? 'service.yaml' : history]
  )
  const found = [
    ...(specs.length === 0 ? [] : [`${formatCount(specs.length, 'API description')} (${formatFew(specs)})`]),
    ...(histories.length === 0
      ? []
      : [`${formatCount(histories.length, 'history', 'histories')} (${formatFew(histories)})`]),
    ...(pages.length === 0 ? [] : [`${formatCount(pages.length, 'page')} with zones (${formatFew(pages)})`]),
    ...(policy === undefined ? [] : [`a policy (${policy})`]),
    ...(tags === undefined
      ? []
      : [`a git repository ${tags.length > 0 ? `with ${formatCount(tags.length, 'tag')}` : 'without tags'}`])
  ]
  return found.length === 0 ? [] : [`Found ${formatList(found)}.`]
}

function nextLines({tags = [], pages}: ProjectFiles, {apis, begins}: InitPlan): string[] {
  const [api] = apis
  if (begins !== undefined)
    return api?.spec === undefined
      ? [`Write down what each release brings in ${begins}, then run \`tenure check\` and \`tenure audit\`.`]
      : [
          '`tenure record --release 1.0` writes down what the description has now as the first release, by the name that it has.',
          'From then on run `tenure check` before each change goes out, and `tenure record --release V` with each release.'
        ]
  const isMany = apis.length > 1
  const one = isMany ? ` --api ${api?.name}` : ''
  return [
    ...(isMany ? [`\`--api ${api?.name}\` chooses one of them; \`tenure check\` judges them all.`] : []),
    ...(isMany && pages.length > 0 ? ['A page with zones belongs to one API: write it under its `rendered:`.'] : []),
    ...(tags.length > 0 && api?.spec !== undefined && api.history === undefined
      ? [
          `\`tenure audit . --spec ${api.spec}${one}\` judges the past by the tags, \`tenure record --all${one}\` makes a history of it.`
        ]
      : isMany && api?.history === undefined
        ? [`\`tenure record --release 1.0${one}\` begins its history with what its description has now.`]
        : []),
    'Run `tenure check` before each change goes out.'
  ]
}

function pipelineLines({ci, tags, installed}: ProjectFiles): string[] {
  const pipelines = ci.flatMap(each => [
    '',
    `For ${CI_LINES[each].file}:`,
    ...ciLines(each, installed).map(line => `  ${line}`)
  ])
  if (pipelines.length > 0) return [...pipelines, '', ...sayCiPrerequisites(installed)]
  return tags === undefined
    ? []
    : [
        '',
        'For any pipeline, with the whole git history:',
        `  ${ciCommand(installed)}`,
        ...sayCiPrerequisites(installed)
      ]
}
