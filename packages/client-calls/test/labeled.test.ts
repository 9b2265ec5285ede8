import {assemble} from '@tenure/core/history/assemble'
import {readHistory} from '@tenure/core/inputs/history/file'
import type {ClientCall, EndpointUsage, UnresolvedCall} from '@tenure/core/model/api/client-call'
import {formatSubject} from '@tenure/core/model/subject/subject'
import {packageFolder} from '@tenure/core/stores/files/installed-packages'
import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {EndpointIndex, listEndpoints} from '../src/match-endpoints.ts'
import {scanProject} from '../src/scan-project.ts'
import {listClientFiles} from '../src/usages/client-files.ts'

// Each line of the client in fixtures/usages is labeled with the calls that the scan must find there.

const CLIENT = packageFolder('fixtures/usages/client')
const LABEL = /(?:\/\/|\{?\/\*)\s*(uses|no use|unresolved): (.*?)\s*(?:\*\/\}?)?$/

interface Label {
  readonly kind: string
  readonly content: string
}

const files = listClientFiles(HERE, CLIENT)
const labels = new Map<string, Label>()
for (const path of [...files.paths, `${CLIENT}/src/schema.d.ts`]) {
  for (const [index, line] of HERE.files.readText(path).split('\n').entries()) {
    const [, kind, content] = LABEL.exec(line) ?? []
    if (kind !== undefined && content !== undefined)
      labels.set(`${path.slice(CLIENT.length + 1)}:${index + 1}`, {kind, content})
  }
}

const history = assemble(readHistory(HERE.files, packageFolder('fixtures/usages/history.yaml')).declared, {
  asOf: '2026-11-20'
})
const matching = new EndpointIndex(listEndpoints(history), {hosts: new Set(['api.library.example']), bases: []})
const {calls, unreachedCalls} = scanProject(files.paths, files, ts, call => matching.leadsToEndpoint(call))

const lineOf = ({place: {source, line}}: Pick<ClientCall, 'place'>): string =>
  `${source.slice(CLIENT.length + 1)}:${line}`
const isUse = (usage: EndpointUsage | UnresolvedCall | undefined): usage is EndpointUsage =>
  usage !== undefined && 'endpoints' in usage

const subjectsByLine = new Map<string, Set<string>>()
const unresolvedCalls = new Map<string, string>()
for (const call of [...calls, ...unreachedCalls]) {
  const usage = matching.findUsage(call)
  if (isUse(usage)) {
    const subjects = subjectsByLine.get(lineOf(call)) ?? new Set()
    subjectsByLine.set(lineOf(call), subjects)
    for (const subject of usage.endpoints) subjects.add(formatSubject(subject))
  } else if (usage) unresolvedCalls.set(lineOf(call), `${usage.address}: ${usage.missing}`)
}

const labeled = [...labels].filter(([, {kind}]) => kind === 'uses')

describe('the labeled client', () => {
  it('is large, with at least as many lines that only look like calls', () => {
    expect(labeled.length).toBeGreaterThan(120)
    expect([...labels.values()].filter(({kind}) => kind === 'no use').length).toBeGreaterThanOrEqual(labeled.length)
    for (const form of ['fetch', 'axios', 'ky', 'got', 'undici', 'openapi-fetch', 'supertest', 'url']) {
      const ofForm = calls.filter(call => call.form === form && labels.get(lineOf(call))?.kind === 'uses')
      expect(ofForm.length, form).toBeGreaterThanOrEqual(8)
    }
  })

  it('has no false findings', () => {
    const wrong = [...subjectsByLine].flatMap(([line, endpoints]) => {
      const {kind, content} = labels.get(line) ?? {kind: 'no label', content: ''}
      const right = new Set(kind === 'uses' ? content.split(', ') : [])
      const more = [...endpoints].filter(each => !right.has(each))
      return more.length > 0 ? [`${line} ${more.join(', ')} (${kind}: ${content})`] : []
    })
    expect(wrong).toEqual([])
  })

  it('has no missed calls', () => {
    const missed = labeled.flatMap(([line, {content}]) =>
      content.split(', ').every(each => subjectsByLine.get(line)?.has(each))
        ? []
        : [`${line} ${content}${unresolvedCalls.has(line) ? ` (open: ${unresolvedCalls.get(line)})` : ''}`]
    )
    // No call is missed. An address that can't be resolved is listed by the next test.
    expect(missed).toEqual([])
  })

  it('has exactly the unresolved calls that are labeled', () => {
    const unresolved = [...labels].filter(([, {kind}]) => kind === 'unresolved').map(([line]) => line)
    expect([...unresolvedCalls.keys()].toSorted()).toEqual(unresolved.toSorted())
  })
})
