// A file that the scan skips must contain no call: the labeled client is read in full and with skipping.

import {packageFolder} from '@tenure/core/stores/files/installed-packages'
import ts from 'typescript'
import {expect, it} from 'vitest'
import {clientProject} from '../../../bench/client-project.ts'
import {HERE} from '../../../test/here.ts'
import type {ProjectTree} from '../src/modules.ts'
import {scanProject} from '../src/scan-project.ts'
import {listClientFiles} from '../src/usages/client-files.ts'

const callsWithAndWithoutSkipping = (paths: readonly string[], tree: ProjectTree) =>
  [false, true].map(isThorough => {
    const {calls, unreachedCalls: waiting} = scanProject(paths, tree, ts, () => false, isThorough)
    return [...calls, ...waiting].map(call => JSON.stringify(call)).toSorted()
  })

it('the scan finds the same calls in the labeled client with and without skipping files', () => {
  const files = listClientFiles(HERE, packageFolder('fixtures/usages/client'))
  const [quick, thorough] = callsWithAndWithoutSkipping(files.paths, files)
  expect(quick?.length).toBeGreaterThan(150)
  expect(quick).toEqual(thorough)
})

it('the scan finds the same calls in a large project with and without skipping files', () => {
  const sources: Record<string, string> = clientProject(120).sources
  const [quick, thorough] = callsWithAndWithoutSkipping(Object.keys(sources), {
    has: path => Object.hasOwn(sources, path),
    read: path => sources[path],
    packages: new Map()
  })
  expect(quick?.length).toBeGreaterThan(100)
  expect(quick).toEqual(thorough)
})

it('the scan parses a file that passes on a constant through a third file', () => {
  const sources: Readonly<Record<string, string>> = {
    'a.ts': "import {P} from './b'\nimport {send} from './d'\nsend(P)\n",
    'b.ts': "export {X as P} from './c'\n",
    'c.ts': "export const X = '/v1/loans'\n",
    'd.ts': 'export const send = (where: string) => fetch(where)\n',
    'e.ts': 'export const sum = (a: number, b: number) => a + b\n'
  }
  const parsed: string[] = []
  const compiler = {
    ...ts,
    createSourceFile: (...args: Parameters<typeof ts.createSourceFile>) => {
      parsed.push(args[0])
      return ts.createSourceFile(...args)
    }
  }
  const tree = {
    has: (path: string) => Object.hasOwn(sources, path),
    read: (path: string) => sources[path],
    packages: new Map()
  }
  const {calls} = scanProject(Object.keys(sources), tree, compiler, () => false)
  expect(calls).toMatchObject([{place: {source: 'a.ts', line: 3}, targets: [{address: ['/v1/loans'], method: 'GET'}]}])
  expect(parsed).not.toContain('e.ts')
})

it('the scan ends for functions that return ever more copies of their argument', () => {
  const steps = Array.from({length: 40}, (_, at) => {
    const before =
      at === 0 ? '(x) => ({a: x, b: [x, x]})' : `(x) => f${at - 1}({l: f${at - 1}(x), r: x ? f${at - 1}([x, x]) : x})`
    return `export const f${at} = ${before}\n`
  })
  const sources: Readonly<Record<string, string>> = {
    'steps.ts': steps.join(''),
    'app.ts':
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a client
      "import * as all from './steps'\nimport {f39} from './steps'\nfetch(`/v1/${f39(all.f20).l.l}`)\nfetch('/v1/loans')\n"
  }
  const tree = {
    has: (path: string) => Object.hasOwn(sources, path),
    read: (path: string) => sources[path],
    packages: new Map()
  }
  const {calls} = scanProject(Object.keys(sources), tree, ts, () => false, true)
  expect(calls.map(({targets}) => targets.map(({address}) => address[0]))).toContainEqual(['/v1/loans'])
})
