import {describe, expect, it} from 'vitest'
import {parseTarget} from '../../../src/languages/languages.ts'
import {computeStatesAtEvents, type StateAtEvent} from '../../../src/model/lifecycle/state-at-event.ts'
import {type SubjectPart, subjectKey, type Target} from '../../../src/model/subject/subject.ts'
import {historyOf} from '../../reading.ts'

/** How `GET /v1/loans` stood before each of its own events: `1.1 changed: born 1.0, announced 1.0, until 2.0`. */
function stood(lines: readonly string[], part?: SubjectPart): string[] {
  const text = `service: Lending Library API\nreleases:\n${lines
    .map(line => line.replace(/^(\S+) (.*)$/, '  - {release: "$1", changes: [$2]}'))
    .join('\n')}\n`
  const history = historyOf(text)
  const target = parseTarget('GET /v1/loans') as Target
  const life = history.bySubject.get(subjectKey({target, ...(part ? {part} : {})}))
  const name = ({entry}: {entry: number}): string => history.timeline.entries[entry]?.name ?? ''
  const say = ({event, birth, removal, announcements, sunset}: StateAtEvent): string =>
    [
      `${name(event)} ${event.kind}`,
      ...(birth ? [`born ${name(birth)}`] : []),
      ...(removal ? [`gone ${name(removal)}`] : []),
      ...(announcements.length > 0 ? [`announced ${announcements.map(name).join(' ')}`] : []),
      ...(sunset ? [`until ${sunset.stated.replace('release ', '')}`] : [])
    ].join(', ')
  return life ? computeStatesAtEvents(life, history.timeline).map(say) : []
}

describe('how a subject stood', () => {
  it.each<[string, string[], string[]]>([
    [
      'born, announced, gone, back',
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
      'under a prefix',
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
      'not ended by a prefix before it was there',
      ['1.0 removed: /v1/**', '2.0 added: GET /v1/loans', '2.1 changed: GET /v1/loans'],
      ['2.0 introduced', '2.1 changed, born 2.0']
    ],
    [
      'on a branch beside nothing is gone and nothing comes back',
      [
        '2.0 added: GET /v1/loans',
        '2.1 removed: GET /v1/loans',
        '2.0.6 changed: GET /v1/loans',
        '2.2 changed: GET /v1/loans'
      ],
      ['2.0 introduced', '2.1 removed, born 2.0', '2.0.6 changed, born 2.0', '2.2 changed, gone 2.1']
    ]
  ])('%s', (_, lines, expected) => {
    expect(stood(lines)).toEqual(expected)
  })

  it('knows of a part that its target is gone, and which of them came back', () => {
    expect(
      stood(
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
