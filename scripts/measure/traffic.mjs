import {spawnSync} from 'node:child_process'
import {existsSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {temporary} from '../temporary.mjs'
import {Missing} from './sources.mjs'

const SIZES = [1_000_000, 10_000_000]

export function measure() {
  const folder = temporary(join(tmpdir(), 'tenure-measure-'))
  const file = join(folder, 'runs.json')
  try {
    // A target that is missed is a figure, too.
    const {status} = spawnSync(process.execPath, ['bench/traffic.mjs', '--lines', SIZES.join(','), '--json', file])
    if (!existsSync(file)) throw new Missing(`\`bench/traffic.mjs\` failed with ${status}`)
    return {isTimed: true, runs: JSON.parse(readFileSync(file, 'utf8'))}
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

export function render({runs}, {table}) {
  const rows = runs.flatMap(({lines, duckdb, tenure}) =>
    [
      ["DuckDB's own count", duckdb],
      ['`tenure traffic import`', tenure]
    ].map(([name, {s, cpu, mb}]) => [lines.toLocaleString('en-US'), name, s, cpu, mb])
  )
  const [first, last] = [runs[0], runs.at(-1)]
  return [
    '## Access logs',
    'A made-up log of JSON lines, with calls of 1,000 operations by 500 callers on 90 days: `tenure traffic import`, which matches paths, hashes callers, and writes the table, and DuckDB, which only counts the different lines of the same file. Memory is the most at any time.',
    table(['Lines', 'Run', 'Seconds', 'Processor seconds', 'MB'], rows),
    `With ${last.lines / first.lines} times the lines, an import takes ${(last.tenure.mb / first.tenure.mb).toFixed(2)} times the memory, and ${(last.tenure.cpu / last.duckdb.cpu).toFixed(1)} times the processor time of DuckDB's own count.`
  ]
}
