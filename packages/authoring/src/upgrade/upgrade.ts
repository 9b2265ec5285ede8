import {dirname, join} from 'node:path'
import {type CommonOptions, wholeConfigOf} from '@tenure/core/app/session/config'
import {CONFIG_NAME, findConfigPath} from '@tenure/core/app/session/config-path'
import {findHistory} from '@tenure/core/app/session/history-path'
import type {Context} from '@tenure/core/context/context'
import {readPolicy} from '@tenure/core/inputs/config/policy-file'
import {readHistory, readHistoryFolder, readHistoryText, readHistoryTexts} from '@tenure/core/inputs/history/file'
import {
  completeReleasesIn,
  type HandWrittenFile,
  refuseOldWords,
  statedAdoption,
  upgradeWords
} from '@tenure/core/inputs/history/old-words'
import {findRecordedCommits} from '@tenure/core/inputs/record/recorded-lines'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {replaceParts, type Workspace} from '@tenure/core/stores/files/workspace'
import {editFile, removeFile} from '@tenure/core/stores/files/write-file'
import {findRepository} from '@tenure/core/stores/git/repository'
import {formatFew} from '@tenure/core/text/format-values'
import {mergeList} from './merge-list.ts'
import {upgradeCalls} from './old-command-lines.ts'

/** A file with its text before and after the upgrade. */
interface UpgradedFile {
  readonly path: string
  readonly old: string
  readonly text: string
}

/**
 * Rewrites the configuration with the policies and the histories that it names, or the history that is asked for, and
 * the scripts that git tracks, from the words of older versions to those of this one. Everything else in them is kept
 * byte for byte, and a second run changes nothing. Throws an `InputError`, before anything is written, if a file isn't
 * valid afterwards.
 *
 * @param isCommand whether a word is a command of this version
 */
export function upgradeFiles(
  options: CommonOptions & {readonly 'dry-run': boolean},
  isCommand: (name: string) => boolean,
  context: Context
): void {
  const configPath = findConfigPath(context.files, options)
  // Files of another state than the working tree may have words of older versions.
  const lenient = replaceParts(context, {files: context.files.with(new Map())})
  const whole = options.history === undefined ? wholeConfigOf(options, lenient) : undefined
  const configs = whole && whole.apis.length > 0 ? whole.apis.map(api => ({...whole, ...api})) : [whole]
  const histories = [...new Set(configs.flatMap(each => findHistory(lenient, options.history, each) ?? []))]
  const policies = [
    ...configs.flatMap(each => policiesOf(lenient, each?.policy, each?.folder)),
    ...histories.flatMap(path => policiesOf(lenient, policyIn(lenient, path), folderOf(lenient, path)))
  ]
  const today = context.today('UTC')
  const isWhole = options.history === undefined
  const merged = isWhole ? mergeList(context.files, configPath ?? CONFIG_NAME) : undefined
  const scripts = isWhole ? upgradeScripts(context, isCommand) : []
  const all = [
    ...(merged
      ? [merged.config]
      : configPath === undefined || !isWhole
        ? []
        : [upgrade(context, configPath, 'configuration')]),
    ...[...new Set(policies)].map(path => upgrade(context, path, 'policy')),
    ...histories.flatMap(path => upgradeHistory(context, path, today)),
    ...scripts
  ]
  const changed = all.filter(({old, text}) => text !== old)
  for (const line of scripts.flatMap(({left}) => left)) context.err(`${line}\n`)
  if (changed.length === 0) {
    context.out('All files are written as in this version. Nothing was written.\n')
    return
  }
  const isAdopted = configs.some(each => each?.adopted !== undefined)
  const remarks = isAdopted ? [] : histories.flatMap(path => adoptionRemarks(context, path))
  if (!options['dry-run']) {
    for (const {path, text} of changed) editFile(context, path, text)
    if (merged) removeFile(context, merged.list)
  }
  const names = plainText(formatFew(changed.map(({path}) => `\`${path}\``)))
  context.out(`${options['dry-run'] ? 'Would upgrade' : 'Upgraded'} ${names}.\n`)
  for (const remark of [...(merged?.remarks ?? []), ...remarks]) context.out(`${plainText(remark)}\n`)
}

const folderOf = ({files}: Workspace, history: string): string => (files.isFolder(history) ? history : dirname(history))

/** The policy that a history names. */
const policyIn = ({files}: Workspace, history: string): string | undefined =>
  readHistory(files, history).declared.policy

/** The files of a policy: its own, and those that it extends. Empty for a preset. */
const policiesOf = ({files}: Workspace, policy: string | undefined, folder: string | undefined): string[] =>
  policy === undefined ? [] : (readPolicy(files, policy, folder).files ?? []).map(({path}) => files.relative('', path))

function upgrade({files}: Workspace, path: string, kind: HandWrittenFile): UpgradedFile {
  const old = files.readText(path)
  refuseOldWords(old, path, kind, 'byHand')
  return {path, old, text: upgradeWords(old, path, kind)}
}

function upgradeHistory({files}: Workspace, path: string, today: string): UpgradedFile[] {
  if (!files.isFolder(path)) {
    const old = files.readText(path)
    const text = upgradeWords(old, path, 'history', {today})
    readHistoryText(text, path)
    return [{path, old, text}]
  }
  const parts = readHistoryFolder(files, path)
  const complete = parts.flatMap(each => completeReleasesIn(each.text, each.path))
  const upgraded = parts.map(each => ({
    ...each,
    old: each.text,
    text: upgradeWords(each.text, each.path, 'history', {complete, today})
  }))
  readHistoryTexts(upgraded, path)
  return upgraded.map(({path: inner, old, text}) => ({path: join(path, inner), old, text}))
}

/** Says that lines count from another day than before, if the history was adopted after its first commit. */
function adoptionRemarks(workspace: Workspace, path: string): string[] {
  const isFolder = workspace.files.isFolder(path)
  const head = isFolder ? join(path, 'service.yaml') : path
  const day = statedAdoption(workspace.files.readText(head), head)
  const repository = findRepository(workspace.git, path, isFolder)
  if (day === undefined || 'lacks' in repository) return []
  const first = findRecordedCommits(workspace.git, repository, isFolder, new Map(), 'UTC').first?.day
  if (first === undefined || first >= day) return []
  return [
    `\`${path}\` was adopted on ${day}, and its first commit is of ${first}. Lines that were added in between count from their commits now. If they are about the past, write \`adopted: {day: ${day}, approver: NAME}\` in \`tenure.yaml\`.`
  ]
}

/** Files that call commands: recipes of CI services, hooks, scripts, and what `npm` and `make` run. */
const CALLING =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml|bitbucket-pipelines\.yml|\.circleci\/config\.yml|\.buildkite\/[^/]+|\.woodpecker(?:\/[^/]+)?\.ya?ml|\.drone\.yml|\.pre-commit-config\.yaml|lefthook\.yml|package\.json|Makefile|[^/]+\.sh)$/

/** A script with its text before and after the upgrade, and what is left to a person. */
interface UpgradedScript {
  readonly path: string
  readonly old: string
  readonly text: string
  /** Lines that can't be rewritten, each with its place. */
  readonly left: readonly string[]
}

/** Rewrites the calls in the files that git tracks below this folder. Empty outside of git. */
function upgradeScripts({files, git}: Workspace, isCommand: (name: string) => boolean): UpgradedScript[] {
  const listed = git.output(files.resolve('.'), ['ls-files', '-z'])?.toString('utf8').split('\0') ?? []
  return listed
    .filter(path => CALLING.test(path) && files.exists(path))
    .flatMap(path => {
      const old = files.readText(path)
      if (!/tenure/i.test(old)) return []
      const {text, left} = path.endsWith('package.json') ? upgradeStrings(old, isCommand) : upgradeCalls(old, isCommand)
      return [{path, old, text, left: left.map(({line, message}) => plainText(`${path}:${line}: ${message}`))}]
    })
}

/** Rewrites the calls in the strings of a JSON text. */
function upgradeStrings(json: string, isCommand: (name: string) => boolean): ReturnType<typeof upgradeCalls> {
  const left: ReturnType<typeof upgradeCalls>['left'][number][] = []
  const text = json.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (written, at: number) => {
    const value: string = JSON.parse(written)
    const upgraded = upgradeCalls(value, isCommand)
    const line = json.slice(0, at).split('\n').length
    left.push(...upgraded.left.map(each => ({...each, line})))
    return upgraded.text === value ? written : JSON.stringify(upgraded.text)
  })
  return {text, left}
}
