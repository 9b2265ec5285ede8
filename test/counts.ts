// Prints the numbers of tests by kind after a run, and what was skipped, so that nothing is skipped in silence.
import {existsSync, readFileSync} from 'node:fs'
import {relative} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import type {Reporter, TestModule} from 'vitest/node'
import {isFullRun, LEFT_OUT} from './tier.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The kinds of tests, by the beginnings of their files. */
const KINDS: readonly (readonly [kind: string, paths: RegExp])[] = [
  ['rules', /^test\/rules/],
  ['policy', /^test\/polic/],
  ['gate and CI', /^(?:test\/gate|packages\/action)\//],
  ['history and dates', /^(?:test\/(?:history|model|laws|record|releases)|packages\/authoring)\//],
  [
    'changes and languages',
    /^(?:test\/(?:languages|descriptions|completeness|openapi-fuzz)|packages\/(?:json-schema|openapi|graphql|crd|mcp|server-code|client-calls))\//
  ],
  ['commands', /^test\/(?:cli|app|hostile)\//],
  ['files and inputs', /^test\/(?:inputs|stores|documents|integrations)|^packages\/(?:import|fleet|traffic)\//],
  ['reports and pages', /^test\/(?:outputs|pages|text|browser)\/|^packages\/pages\//],
  ['the project itself', /^/]
]

/**
 * The number of skipped tests up to which a full run passes: 41 need data or tools that no clone has, and on a machine
 * without a browser, other shells, or a file system in memory, up to 60 more.
 */
const MOST_SKIPPED = 101

export class CountsByKind implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map(KINDS.map(([kind]) => [kind, 0]))
    const skipped = new Map<string, number>()
    for (const module of modules) {
      const file = relative(ROOT, module.moduleId).replaceAll('\\', '/')
      const kind = KINDS.find(([, paths]) => paths.test(file))?.[0] ?? ''
      for (const test of module.children.allTests()) {
        if (test.result().state === 'skipped') skipped.set(file, (skipped.get(file) ?? 0) + 1)
        else counts.set(kind, (counts.get(kind) ?? 0) + 1)
      }
    }
    const say = (line: string): void => void process.stdout.write(`${line}\n`)
    say(
      `By kind: ${[...counts]
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}.`
    )
    const left = countLeftOut()
    if (left > 0)
      say(`Only in CI: ${left} more rows of these tables, and the files \`*.full.test.ts\` (\`npm run test:all\`).`)
    const total = [...skipped.values()].reduce((sum, each) => sum + each, 0)
    if (total === 0) return
    const files = [...skipped].toSorted(([, a], [, b]) => b - a).map(([file, count]) => `${file} (${count})`)
    const why = isFullRun ? 'need data or tools that are not here' : 'need data or tools, or that only CI runs'
    say(`Skipped ${total} tests that ${why}: ${files.join(', ')}.`)
    if (!isFullRun || total <= MOST_SKIPPED) return
    say(`At most ${MOST_SKIPPED} may be skipped. Give the new ones what they need in \`fixtures/\`.`)
    process.exitCode = 1
  }
}

function countLeftOut(): number {
  const file = process.env[LEFT_OUT]
  if (file === undefined || !existsSync(file)) return 0
  return readFileSync(file, 'utf8')
    .split('\n')
    .reduce((sum, each) => sum + Number(each), 0)
}
