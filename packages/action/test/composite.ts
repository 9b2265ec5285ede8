import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {parse} from 'yaml'
import {type CommandResult, folder, REPOSITORY, run} from '../../../test/cli/run.ts'

// Runs a composite action as GitHub's runner does: its steps one after another in bash, with only their expressions
// filled in, and with the variables and files of a runner.

export interface CompositeAction {
  readonly inputs: Readonly<Record<string, {readonly default?: string}>>
  readonly outputs?: Readonly<Record<string, {readonly value: string}>>
  readonly runs: {
    readonly using: string
    readonly steps: readonly {
      readonly id?: string
      readonly run: string
      readonly shell: string
      readonly env?: Readonly<Record<string, string>>
    }[]
  }
}

export const readAction = (path: string): CompositeAction =>
  parse(readFileSync(join(REPOSITORY, path), 'utf8')) as CompositeAction

export interface Workflow {
  readonly cwd: string
  readonly with?: Readonly<Record<string, string>>
  /** The `github` context. */
  readonly github?: Readonly<Record<string, string>>
  readonly event?: unknown
  readonly env?: Readonly<Record<string, string>>
  /** The folder in which the runner put the repository of the action. */
  readonly home?: string
}

export interface ActionResult extends CommandResult {
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
}

/** Runs the action of a file such as `action.yml`. */
export async function runComposite(path: string, workflow: Workflow): Promise<ActionResult> {
  const {inputs, outputs = {}, runs} = readAction(path)
  const {cwd, with: given = {}, github = {}, event = {}, env: more = {}, home = REPOSITORY} = workflow
  const temp = folder({'event.json': JSON.stringify(event), 'summary.md': ''})
  const {merge_group: queue = {}, pull_request: pull} = event as {
    readonly merge_group?: Record<string, string>
    readonly pull_request?: {readonly base?: Record<string, string>}
  }
  const of: Record<string, Record<string, string>> = {
    github: {token: '', base_ref: '', ...github},
    'github.event.merge_group': queue,
    'github.event.pull_request.base': pull?.base ?? {},
    inputs: {}
  }
  const fill = (text: string): string =>
    text.replace(/\$\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g, (_, expression: string) => {
      const at = expression.lastIndexOf('.')
      return of[expression.slice(0, at)]?.[expression.slice(at + 1)] ?? ''
    })
  of.inputs = Object.fromEntries(
    Object.entries(inputs).map(([key, {default: each = ''}]) => [key, given[key] ?? fill(String(each))])
  )
  let last: CommandResult = {code: 0, out: '', err: ''}
  for (const [index, {id, run: script, env = {}}] of runs.steps.entries()) {
    const output = join(temp, `output-${index}`)
    writeFileSync(output, '')
    const filled = Object.fromEntries(Object.entries(env).map(([key, each]) => [key, fill(String(each))]))
    const step = await run('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
      cwd: join(cwd, of.inputs['working-directory'] ?? '.'),
      env: {
        PATH: `${tools()}:${process.env.PATH}`,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: cwd,
        GITHUB_REPOSITORY: 'library/lending',
        GITHUB_BASE_REF: of.github?.base_ref ?? '',
        GITHUB_ACTION_PATH: join(home, dirname(path)),
        GITHUB_EVENT_PATH: join(temp, 'event.json'),
        GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
        GITHUB_OUTPUT: output,
        RUNNER_TEMP: temp,
        ...more,
        ...filled
      }
    })
    last = {code: step.code, out: last.out + step.out, err: last.err + step.err}
    if (id !== undefined) of[`steps.${id}.outputs`] = outputsIn(readFileSync(output, 'utf8'))
    if (step.code !== 0) break
  }
  return {
    ...last,
    summary: readFileSync(join(temp, 'summary.md'), 'utf8'),
    outputs: Object.fromEntries(Object.entries(outputs).map(([key, {value}]) => [key, fill(value)]))
  }
}

/** Parses outputs as the runner does: `NAME<<DELIMITER`, lines, and the delimiter. */
function outputsIn(text: string): Record<string, string> {
  const all: Record<string, string> = {}
  const lines = text.split('\n')
  for (let at = 0; at < lines.length - 1; at++) {
    const [, name = '', delimiter = ''] = /^([\w-]+)<<(\S+)$/.exec(lines[at] ?? '') ?? []
    const end = lines.indexOf(delimiter, at + 1)
    if (name === '' || end < 0) throw new Error(`The runner can't read the output ${lines[at]}.`)
    all[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return all
}

let _tools: string | undefined

/** A folder for `PATH` in which every package manager fails. */
function tools(): string {
  _tools ??= folder({})
  for (const name of ['npm', 'npx', 'yarn', 'pnpm']) {
    mkdirSync(_tools, {recursive: true})
    writeFileSync(join(_tools, name), '#!/bin/sh\necho "asked $0 $*" >&2\nexit 99\n', {mode: 0o755})
  }
  return _tools
}
