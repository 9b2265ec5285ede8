import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {upgradeCalls} from './old-command-lines.ts'

/** Files that call commands: recipes of CI services, hooks, scripts, and what `npm` and `make` run. */
const CALLING =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml|bitbucket-pipelines\.yml|\.circleci\/config\.yml|\.buildkite\/[^/]+|\.pre-commit-config\.yaml|lefthook\.yml|package\.json|Makefile|[^/]+\.sh)$/

/** A script with its text before and after the upgrade, and what is left to a person. */
export interface UpgradedScript {
  readonly path: string
  readonly old: string
  readonly text: string
  /** Lines that can't be rewritten, each with its place. */
  readonly left: readonly string[]
}

/** Rewrites the calls in the files that git tracks below this folder. Empty outside of git. */
export function upgradeScripts({files, git}: Workspace, isCommand: (name: string) => boolean): UpgradedScript[] {
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
