import {InputError, inputError} from '../../model/input-error.ts'
import type {DeclaredHistory} from '../../model/lifecycle/history.ts'
import {DEFAULT_POLICY, readPolicy} from '../../read/config/policy-file.ts'
import {pathExists} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import {readHistory} from '../../read/history/file.ts'
import {findProjectFiles, type ProjectFiles} from '../../read/sources/project-files.ts'
import {fillManagedSections} from '../../render/markdown/managed-zones.ts'
import {historyText, readTitle} from '../record/first-history.ts'
import {CONFIG_NAME} from '../session/config.ts'
import {HISTORY_NAMES} from '../session/history-path.ts'
import {configText, type InitPlan, planInit} from './init-plan.ts'

export interface InitOptions {
  readonly policy?: string | undefined
  readonly service?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}

const POLICY_NAME = 'policy.yaml'

/** What was found in a project, and what was written for it, or would be. */
export interface StartedHistory {
  readonly found: ProjectFiles
  readonly plan: InitPlan
  /** Policy file in the project that applies. Missing if another policy was requested. */
  readonly own: string | undefined
  /** Name or path of the policy that applies. */
  readonly policy: string
  /** Existing history of the only API. */
  readonly declared: DeclaredHistory | undefined
  readonly files: readonly {readonly path: string; readonly text: string}[]
}

/**
 * Creates a config file, and a history file if there's none, from the files found in the project. Existing files are
 * overwritten only with `force`, and a dry run writes nothing.
 */
export function init({policy: named, service, force, 'dry-run': dry}: InitOptions): StartedHistory {
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
  return {found, plan, own, policy: declared?.policy ?? policy, declared, files}
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
