import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import {parseTarget} from '@tenure/core/languages/languages'
import {prefixTarget} from '@tenure/core/model/subject/subject'
import {expect} from 'vitest'
import {pathsIn, write} from '../../../test/cli/run.ts'
import {readTraffic} from '../src/read-traffic.ts'
import {dayAt, FIRST_DAY, type GeneratedSize, generateLogs, isInGap, operationsOf} from './generated-logs.ts'
import {daysIn, importHere, plainApi} from './import-here.ts'

const SETTINGS = 'format: combined, prefixes: [/gateway], sources: [eu, us]'
const DAY = 24 * 60 * 60 * 1000
const WINDOW = 10
const DEMANDED = 0.95

/** Imports generated logs as whole files and as shards, and compares every answer of the tables with the truth. */
export async function compareWithTruth(
  size: GeneratedSize
): Promise<{readonly answers: number; readonly free: number}> {
  const logs = generateLogs(size)
  const operations = operationsOf(size.operations)
  const whole = plainApi(operations, SETTINGS)
  const sharded = plainApi(operations, SETTINGS)
  for (const source of ['eu', 'us'] as const) {
    const lines = logs[source]
    write(whole, {[`${source}.log`]: lines.map(({text}) => `${text}\n`).join('')})
    await importHere(whole, {files: [`${source}.log`], source})
    const names: string[] = []
    for (const [at, from] of shardStarts(lines, 25).entries()) {
      const to = shardStarts(lines, 25)[at + 1] ?? lines.length
      const text = lines
        .slice(from, to)
        .map(each => `${each.text}\n`)
        .join('')
      const isZipped = at % 3 === 0
      names.push(`${source}-${at}.log${isZipped ? '.gz' : ''}`)
      write(sharded, {[names.at(-1) ?? '']: isZipped ? gzipSync(text) : text})
    }
    // In two runs and in no order, and a rotated file twice.
    await importHere(sharded, {files: names.filter((_, at) => at % 2 === 1).toReversed(), source})
    await importHere(sharded, {files: names, source})
  }
  expect(daysIn(sharded)).toEqual(daysIn(whole))
  return judge(whole, logs, operations, size)
}

/** Where shards begin: at good lines, so that an undated one is on the same day in both. */
function shardStarts(lines: readonly {readonly isGood: boolean}[], count: number): number[] {
  return Array.from({length: count}, (_, at) => {
    let from = Math.floor((at * lines.length) / count)
    while (from > 0 && from < lines.length && !lines[from]?.isGood) from++
    return from
  })
}

function judge(
  cwd: string,
  logs: ReturnType<typeof generateLogs>,
  operations: readonly string[],
  {days}: GeneratedSize
): {answers: number; free: number} {
  const folder = join(cwd, 'api-traffic')
  const texts = new Map(
    pathsIn(folder)
      .filter(path => path.includes('.'))
      .map(path => [path, readFileSync(join(folder, path), 'utf8')])
  )
  const table = readTraffic(texts, {api: 'Lending', sources: ['eu', 'us']})
  const all = [...logs.eu, ...logs.us].filter(({isGood}) => isGood)
  let [answers, free] = [0, 0]
  for (let from = 0; from + WINDOW <= days; from += Math.max(1, Math.floor(days / 9))) {
    const window = {from: dayAt(FIRST_DAY + from * DAY), to: dayAt(FIRST_DAY + (from + WINDOW - 1) * DAY)}
    const inWindow = all.filter(({day}) => day >= window.from && day <= window.to)
    const truth = new Map<string, Map<string, number>>()
    for (const {operation, caller = ''} of inWindow) {
      if (operation === undefined) continue
      const own = truth.get(operation) ?? new Map<string, number>()
      truth.set(operation, own.set(caller, (own.get(caller) ?? 0) + 1))
    }
    const maybe = new Set(inWindow.flatMap(({possible = []}) => possible))
    const gaps = Array.from({length: WINDOW * 24}, (_, at) => FIRST_DAY + from * DAY + at * (DAY / 24)).filter(time =>
      isInGap('us', time)
    ).length
    for (const operation of operations) {
      const usage = table.usage([{target: parseTarget(operation) ?? prefixTarget('')}], window)
      const callers = Object.fromEntries(usage.callers.map(({id, calls}) => [id, calls]))
      expect(callers, `${operation} ${window.from}`).toEqual(Object.fromEntries(truth.get(operation) ?? []))
      const isFree = usage.calls === 0 && usage.coverage >= DEMANDED
      if (truth.has(operation) || maybe.has(operation) || gaps > 0.05 * WINDOW * 48)
        expect(isFree, operation).toBe(false)
      answers++
      if (isFree) free++
    }
  }
  return {answers, free}
}
