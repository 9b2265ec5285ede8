import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import {assemble} from '../../../src/history/assemble.ts'
import {readHistory} from '../../../src/inputs/history/file.ts'
import type {ClientCall, EndpointUsage, UnresolvedCall} from '../../../src/model/api/client-call.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {packageFolder} from '../../../src/stores/files/installed-packages.ts'
import {HERE} from '../../../test/here.ts'
import {EndpointIndex, listEndpoints} from '../src/match-endpoints.ts'
import {scanProject} from '../src/scan-project.ts'
import {listClientFiles} from '../src/usages/client-files.ts'

// The labeled client of fixtures/usages: what is found there, line by line.

const CLIENT = packageFolder('fixtures/usages/client')
const LABEL = /(?:\/\/|\{?\/\*)\s*(uses|no use|unresolved): (.*?)\s*(?:\*\/\}?)?$/

interface Label {
  readonly kind: string
  readonly says: string
}

const files = listClientFiles(HERE, CLIENT)
const labels = new Map<string, Label>()
for (const path of [...files.paths, `${CLIENT}/src/schema.d.ts`]) {
  for (const [index, line] of HERE.files.readText(path).split('\n').entries()) {
    const [, kind, says] = LABEL.exec(line) ?? []
    if (kind !== undefined && says !== undefined)
      labels.set(`${path.slice(CLIENT.length + 1)}:${index + 1}`, {kind, says})
  }
}

const history = assemble(readHistory(HERE.files, packageFolder('fixtures/usages/history.yaml')).declared, {
  asOf: '2026-11-20'
})
const matching = new EndpointIndex(listEndpoints(history), {hosts: new Set(['api.library.example']), bases: []})
const {calls, unreachedCalls: waiting} = scanProject(files.paths, files, ts, call => matching.leadsToEndpoint(call))

const spotOf = ({place: {source, line}}: Pick<ClientCall, 'place'>): string =>
  `${source.slice(CLIENT.length + 1)}:${line}`
const isUse = (answer: EndpointUsage | UnresolvedCall | undefined): answer is EndpointUsage =>
  answer !== undefined && 'endpoints' in answer

const found = new Map<string, Set<string>>()
const open = new Map<string, string>()
for (const call of [...calls, ...waiting]) {
  const answer = matching.findUsage(call)
  if (isUse(answer)) {
    const known = found.get(spotOf(call)) ?? new Set()
    found.set(spotOf(call), known)
    for (const subject of answer.endpoints) known.add(formatSubject(subject))
  } else if (answer) open.set(spotOf(call), `${answer.address}: ${answer.missing}`)
}

const labeled = [...labels].filter(([, {kind}]) => kind === 'uses')

describe('the labeled client', () => {
  it('is large, and has as many look-alikes', () => {
    expect(labeled.length).toBeGreaterThan(120)
    expect([...labels.values()].filter(({kind}) => kind === 'no use').length).toBeGreaterThanOrEqual(labeled.length)
    for (const form of ['fetch', 'axios', 'ky', 'got', 'undici', 'openapi-fetch', 'supertest', 'url']) {
      const ofForm = calls.filter(call => call.form === form && labels.get(spotOf(call))?.kind === 'uses')
      expect(ofForm.length, form).toBeGreaterThanOrEqual(8)
    }
  })

  it('has no use where there is none, and none of another endpoint', () => {
    const wrong = [...found].flatMap(([spot, endpoints]) => {
      const {kind, says} = labels.get(spot) ?? {kind: 'no label', says: ''}
      const right = new Set(kind === 'uses' ? says.split(', ') : [])
      const more = [...endpoints].filter(each => !right.has(each))
      return more.length > 0 ? [`${spot} ${more.join(', ')} (${kind}: ${says})`] : []
    })
    expect(wrong).toEqual([])
  })

  it('has all uses', () => {
    const missed = labeled.flatMap(([spot, {says}]) =>
      says.split(', ').every(each => found.get(spot)?.has(each))
        ? []
        : [`${spot} ${says}${open.has(spot) ? ` (open: ${open.get(spot)})` : ''}`]
    )
    // None is missed today; what cannot be told must be listed as such.
    expect(missed).toEqual([])
  })

  it('lists what cannot be told, and nothing else', () => {
    const unresolved = [...labels].filter(([, {kind}]) => kind === 'unresolved').map(([spot]) => spot)
    expect([...open.keys()].toSorted()).toEqual(unresolved.toSorted())
  })
})
