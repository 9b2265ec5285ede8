import {CONFIG_NAME} from '@tenure/core/app/session/config-path'
import type {Context} from '@tenure/core/context/context'
import {findLanguage, readyFor} from '@tenure/core/descriptions/readers'
import {DEFAULT_POLICY} from '@tenure/core/inputs/config/built-presets'
import {HISTORY_FOLDER} from '@tenure/core/inputs/config/listed-apis'
import {readPolicy} from '@tenure/core/inputs/config/policy-file'
import {readHistory} from '@tenure/core/inputs/history/file'
import {findProjectFiles, openNamedApi, type ProjectFiles} from '@tenure/core/inputs/sources/project-files'
import {describeLeftOut} from '@tenure/core/inputs/sources/select-descriptions'
import type {Language} from '@tenure/core/languages/language'
import {defined} from '@tenure/core/model/defined'
import {type InputError, ignoreInputErrors, inputError} from '@tenure/core/model/input-error'
import type {DeclaredHistory} from '@tenure/core/model/lifecycle/history'
import type {Files} from '@tenure/core/stores/files/files'
import {createParentFolder, editFile} from '@tenure/core/stores/files/write-file'
import {formatCount} from '@tenure/core/text/format-values'
import {fillManagedSections} from '@tenure/pages/markdown/managed-sections'
import {beginHistory, readTitle} from '../record/first-history.ts'
import {configText, type InitPlan, planInit, type RequestedApi} from './init-plan.ts'
import {addTags} from './init-tags.ts'
import type {PastJob} from './past-preview.ts'

export interface InitOptions {
  readonly policy?: string | undefined
  /** Paths of API descriptions, separated by commas, or `none`. */
  readonly spec?: string | undefined
  /** API descriptions with names: `loans=loans/openapi.yaml,fees=fees/openapi.yaml`. */
  readonly api?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}

const POLICY_NAME = 'policy.yaml'

/** What was found in a project, and what was written for it, or would be. */
export interface StartedHistory {
  readonly found: FoundFiles
  readonly plan: InitPlan
  /** Tags that are no releases of an API: patterns of those with a version or day, and names. */
  readonly otherTags: readonly string[]
  /** Policy file in the project that applies. Missing if another policy was requested. */
  readonly own: string | undefined
  /** Name or path of the policy that applies. */
  readonly policy: string
  /** Why this policy was chosen, if the descriptions have a usual one. */
  readonly why: string | undefined
  /** Presets for the languages of the descriptions. Empty if the user or the project chose the policy. */
  readonly presets: readonly string[]
  /** What can be deprecated in the first description. */
  readonly deprecable: Language['deprecable'] | undefined
  /** Existing history of the only API. */
  readonly declared: DeclaredHistory | undefined
  readonly files: readonly {readonly path: string; readonly text: string}[]
  /** The past to look at. Missing if there is none, or several APIs. */
  readonly past?: Omit<PastJob, 'limit'>
}

/**
 * Creates a config file, and a history file if there's none, from the files found in the project. Existing files are
 * overwritten only with `force`, and a dry run writes nothing.
 */
export async function init(options: InitOptions, context: Context): Promise<StartedHistory> {
  const {'dry-run': dry} = options
  const found = findFiles(options, context)
  const {tags = []} = found
  await readyFor(found.apis.map(({current}) => current))
  const languages = found.apis.map(({current}) => findLanguage(context, current))
  const {own, policy, why, isUsual} = choosePolicy(context.files, options.policy, [...new Set(languages)])
  // Reports a policy that can't be read before anything is written.
  readPolicy(context.files, policy)
  const planned = planInit(context.files, found, spec => readTitle(context.files, spec))
  const {apis, otherTags} = addTags(context, planned.apis, tags)
  const plan = {
    ...planned,
    apis: apis.map((api, at) => defined({...api, policy: isUsual ? languages[at]?.policy?.name : undefined}))
  }
  const [api] = plan.apis
  const declared =
    plan.apis.length === 1 && api?.history !== undefined ? readHistory(context.files, api.history).declared : undefined
  const begun = plan.begins === undefined ? undefined : beginHistory(plan.begins, api?.name ?? '')
  const hasPast = plan.apis.length === 1 && plan.begins === undefined
  const past = hasPast && api ? {...api, policy, presets: languages[0]?.presets ?? []} : undefined
  const files = [
    ...(begun ? [{path: begun.file, text: `${schemaLine('service', found, '../')}${begun.text}`}] : []),
    // A policy declared in the history takes precedence.
    {
      path: CONFIG_NAME,
      text: `${schemaLine('tenure', found)}${configText(plan, declared?.policy === undefined ? policy : undefined)}`
    }
  ]
  if (!dry) {
    for (const {path, text} of files) {
      createParentFolder(context, path)
      editFile(context, path, text)
    }
  }
  return {
    found,
    plan,
    otherTags,
    own,
    policy: declared?.policy ?? policy,
    why: declared?.policy === undefined ? why : undefined,
    presets:
      isUsual && declared?.policy === undefined ? [...new Set(languages.flatMap(each => each?.presets ?? []))] : [],
    deprecable: languages[0]?.deprecable,
    declared,
    files,
    ...(past && declared?.policy === undefined ? {past} : {})
  }
}

/**
 * The policy that is requested, that of the folder, or that of the only language, with the reason for it. If there are
 * several languages, each API has the usual one of its own (`isUsual`).
 */
function choosePolicy(
  files: Files,
  named: string | undefined,
  [language, ...others]: readonly (Language | undefined)[]
): Pick<StartedHistory, 'own' | 'policy' | 'why'> & {readonly isUsual: boolean} {
  const own = named === undefined && isPolicy(files, POLICY_NAME) ? POLICY_NAME : undefined
  const policy = named ?? own
  if (policy !== undefined) return {own, policy, why: undefined, isUsual: false}
  const usual = others.length === 0 ? language?.policy : undefined
  return {own, policy: usual?.name ?? DEFAULT_POLICY, why: usual?.why, isUsual: true}
}

/** The files of the project. Throws an `InputError` if there is nothing to begin with, or something to overwrite. */
function findFiles(options: InitOptions, context: Context): FoundFiles {
  const requested = readNamedApis(context.files, options)
  const found: FoundFiles = {
    ...findProjectFiles(context, hasZones),
    ...(requested ? {apis: requested, leftOut: [], similar: [], servers: []} : {})
  }
  assertNoConflict(context.files, found, options.force)
  if (found.apis.length === 0 && found.histories.length === 0 && !requested) throw nothingFoundError(found)
  return found
}

/** Files of the project, with the names that `--api` gives. */
type FoundFiles = Omit<ProjectFiles, 'apis'> & {readonly apis: readonly RequestedApi[]}

/** APIs that the options name. Empty for `--spec none`, and `undefined` if they name none. */
function readNamedApis(files: Files, options: Pick<InitOptions, 'spec' | 'api'>): RequestedApi[] | undefined {
  const [specs, apis] = [splitList(options.spec), splitList(options.api)]
  if (specs.length + apis.length === 0) return undefined
  if (specs.includes('none') && specs.length + apis.length === 1) return []
  const named = apis.map((each): RequestedApi => {
    const [, name, path] = /^([^=]+)=(.+)$/s.exec(each) ?? []
    if (name === undefined || path === undefined)
      throw inputError(
        `\`--api ${each}\` has no name and path. Write both.`,
        undefined,
        '--api loans=loans/openapi.yaml'
      )
    return {...openNamedApi(files, path), named: name.trim()}
  })
  const twice = named.find(({named: name}, at) => named.findIndex(other => other.named === name) !== at)
  if (twice) throw inputError(`\`--api\` names \`${twice.named}\` twice. Give each API its own name.`)
  return [...specs.map(spec => openNamedApi(files, spec)), ...named]
}

const splitList = (list = ''): string[] =>
  list
    .split(',')
    .map(each => each.trim())
    .filter(Boolean)

/** The error if no description was found, because a gate without one checks nothing. */
function nothingFoundError({leftOut, searched}: FoundFiles): InputError {
  const left = leftOut.length === 0 ? '' : ` (left out: ${describeLeftOut(leftOut).join('; ')})`
  return inputError(
    `No API description found in ${formatCount(searched, 'YAML or JSON file')}${left}, and no server of Express, Fastify, Hono, or NestJS. Name the description with \`--spec PATH\`, or several with \`--api NAME=PATH\`; for a history without a description, use \`--spec none\`. Nothing was written.`,
    undefined,
    `tenure init --spec ${leftOut[0]?.path ?? 'api/library.yaml'}`
  )
}

/** Comment that tells editors the schema in the installed package. Empty if the package isn't installed. */
const schemaLine = (name: string, {installed}: Pick<ProjectFiles, 'installed'>, below = ''): string =>
  installed ? `# yaml-language-server: $schema=${below}${installed.path}/schemas/${name}.schema.json\n` : ''

function hasZones(text: string, path: string): boolean {
  if (!text.includes('<!--')) return false
  return ignoreInputErrors(() => {
    fillManagedSections(text, path, () => '')
    return true
  }, false)
}

function isPolicy(files: Files, path: string): boolean {
  return ignoreInputErrors(() => files.exists(path) && readPolicy(files, `./${path}`).policy !== undefined, false)
}

/** Throws an `InputError` if another file has the name of a file to write. An existing history is used as it is. */
function assertNoConflict(files: Files, {histories}: Pick<ProjectFiles, 'histories'>, force: boolean): void {
  const head = `${HISTORY_FOLDER}/service.yaml`
  if (files.exists(head) && !histories.includes(HISTORY_FOLDER))
    throw inputError(`\`${head}\` isn't a history. Rename it, or run \`tenure init\` in another folder.`)
  if (files.exists('tenure.yml')) throw inputError(`\`tenure.yml\` isn't read. Rename it to \`${CONFIG_NAME}\`.`)
  if (files.exists(CONFIG_NAME) && !force)
    throw inputError(`\`${CONFIG_NAME}\` exists already. Overwrite it with \`--force\`.`)
}
