import {describe, expect, it} from 'vitest'
import {parseTarget} from '../../../src/languages/languages.ts'
import {computeStatesAtEvents, type StateAtEvent} from '../../../src/model/lifecycle/state-at-event.ts'
import {type SubjectPart, subjectKey, type Target} from '../../../src/model/subject/subject.ts'
import {historyOf} from '../../reading.ts'

/** The state of `GET /v1/loans` before each of its events: `1.1 changed: born 1.0, announced 1.0, until 2.0`. */
function statesOf(lines: readonly string[], part?: SubjectPart): string[] {
  const text = `service: Lending Library API\nreleases:\n${lines
    .map(line => line.replace(/^(\S+) (.*)$/, '  - {release: "$1", changes: [$2]}'))
    .join('\n')}\n`
  const history = historyOf(text)
  const target = parseTarget('GET /v1/loans') as Target
  const lifecycle = history.bySubject.get(subjectKey({target, ...(part ? {part} : {})}))
  const name = ({entry}: {entry: number}): string => history.timeline.entries[entry]?.name ?? ''
  const say = ({event, birth, removal, announcements, sunset}: StateAtEvent): string =>
    [
      `${name(event)} ${event.kind}`,
      ...(birth ? [`born ${name(birth)}`] : []),
      ...(removal ? [`gone ${name(removal)}`] : []),
      ...(announcements.length > 0 ? [`announced ${announcements.map(name).join(' ')}`] : []),
      ...(sunset ? [`until ${sunset.stated.replace('release ', '')}`] : [])
    ].join(', ')
  return lifecycle ? computeStatesAtEvents(lifecycle, history.timeline).map(say) : []
}

describe('the state of a subject before an event', () => {
  it.each<[string, string[], string[]]>([
    [
      'that is added, deprecated, removed, and restored',
      [
        '1.0 added: GET /v1/loans',
        '1.1 {deprecated: GET /v1/loans, sunset: "2.0"}',
        '2.0 removed: GET /v1/loans',
        '2.1 restored: GET /v1/loans',
        '2.2 changed: GET /v1/loans'
      ],
      [
        '1.0 introduced',
        '1.1 deprecated, born 1.0',
        '2.0 removed, born 1.0, announced 1.1, until 2.0',
        '2.1 restored, gone 2.0',
        '2.2 changed'
      ]
    ],
    [
      'below a deprecated prefix',
      [
        '1.0 changed: GET /v1/loans',
        '1.1 {deprecated: /v1/**, sunset: "3.0"}',
        '1.2 changed: GET /v1/loans',
        '2.0 removed: /v1/**',
        '2.1 changed: GET /v1/loans'
      ],
      ['1.0 changed', '1.2 changed, announced 1.1, until 3.0', '2.1 changed, gone 2.0']
    ],
    [
      'that was added after its prefix was removed',
      ['1.0 removed: /v1/**', '2.0 added: GET /v1/loans', '2.1 changed: GET /v1/loans'],
      ['2.0 introduced', '2.1 changed, born 2.0']
    ],
    [
      'that was removed on another branch',
      [
        '2.0 added: GET /v1/loans',
        '2.1 removed: GET /v1/loans',
        '2.0.6 changed: GET /v1/loans',
        '2.2 changed: GET /v1/loans'
      ],
      ['2.0 introduced', '2.1 removed, born 2.0', '2.0.6 changed, born 2.0', '2.2 changed, gone 2.1']
    ]
  ])('is right for an endpoint %s', (_, lines, expected) => {
    expect(statesOf(lines)).toEqual(expected)
  })

  it('shows for a field that its endpoint was removed or restored', () => {
    expect(
      statesOf(
        [
          '1.0 {changed: GET /v1/loans, field: due}',
          '2.0 removed: GET /v1/loans',
          '2.1 {changed: GET /v1/loans, field: due}',
          '2.2 restored: GET /v1/loans',
          '2.3 {removed: GET /v1/loans, field: due}',
          '2.4 removed: GET /v1/loans',
          '2.5 restored: GET /v1/loans',
          '2.6 {changed: GET /v1/loans, field: due}'
        ],
        {field: 'due'}
      )
    ).toEqual(['1.0 changed', '2.1 changed, gone 2.0', '2.3 removed', '2.6 changed, gone 2.3'])
  })
})
