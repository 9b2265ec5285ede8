import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, NO_SPEC, REPOSITORY, tenure} from '../../../../test/cli/run.ts'
import {type ReadEvent, type ReadItem, readAtom, readCalendar, readJsonFeed} from '../read-feeds.ts'

const LENDING = join(REPOSITORY, 'fixtures/lending-library')

/** The output of a command that succeeds without a remark. */
async function outputOf(args: readonly string[], cwd: string): Promise<string> {
  const {code, out, err} = await tenure(args, {cwd})
  expect({code, err}).toEqual({code: 0, err: ''})
  return out
}

/** The feed of a history, read in each format. */
async function feedOf(cwd: string, asOf: string, ...args: string[]) {
  const write = (format: string) => outputOf(['feed', '--as-of', asOf, '--format', format, ...args], cwd)
  const atom = await readAtom(await write('atom'))
  const items = readJsonFeed(await write('json'))
  const events = readCalendar(await write('ical'))
  expect(items.map(({id, title, date_modified: updated}) => [id, title, updated])).toEqual(
    atom.map(({id, title, updated}) => [id, title, updated])
  )
  for (const {uid} of events) expect(items.map(({id}) => id)).toContain(`urn:uuid:${uid}`)
  for (const all of [items.map(({id}) => id), events.map(({uid}) => uid)]) expect(new Set(all).size).toBe(all.length)
  return {items, events}
}

const titled = (items: readonly ReadItem[], part: string): ReadItem | undefined =>
  items.find(({title}) => title.includes(part))
const summarized = (events: readonly ReadEvent[], part: string): ReadEvent | undefined =>
  events.find(({summary}) => summary.includes(part))

/** Sunsets that were moved twice, withdrawn, reached, and anticipated, in a history that isn't sorted by subjects. */
const MOVES = `service: Lending Library API
releases:
  - release: "1.0"
    date: 2025-01-10
    changes:
      - {added: GET /v1/loans}
      - {added: GET /v1/fees}
      - {added: GET /v1/copies}
      - {added: GET /v1/branches}
  - release: "1.1"
    date: 2025-02-03
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-06-01, replacement: GET /v2/loans}
      - {deprecated: GET /v1/fees, sunset: 2026-06-02}
      - {deprecated: GET /v1/copies, sunset: 2026-06-03}
      - {deprecated: GET /v1/branches, sunset: 2026-06-04}
  - release: "1.2"
    date: 2025-03-04
    changes:
      - {rescheduled: GET /v1/loans, sunset: 2026-09-01, note: Two clients need longer.}
      - {withdrawn: GET /v1/fees}
  - on: 2025-04-05
    via: mail to all account owners
    changes:
      - {rescheduled: GET /v1/loans, sunset: 2026-12-31}
  - {release: "1.3", date: 2025-05-06, changes: [{removed: GET /v1/copies}]}
  - release: next
    changes:
      - {removed: GET /v1/loans}
      - {deprecated: GET /v2/loans, sunset: 2028-01-01}
`

describe.concurrent('`tenure feed`', () => {
  const cwd = folder({'history.yaml': MOVES})

  it('updates the entry and the event of a sunset that moves, and keeps their identifiers', async () => {
    const states = await Promise.all(
      ['2025-02-03', '2025-03-04', '2025-04-05', '2026-12-01'].map(async asOf => {
        const {items, events} = await feedOf(cwd, asOf)
        const mine = items.filter(({_tenure: {subject}}) => subject === 'GET /v1/loans')
        expect(mine).toHaveLength(1)
        const event = summarized(events, 'GET /v1/loans')
        return {item: mine[0], event}
      })
    )
    expect(new Set(states.map(({item}) => item?.id)).size).toBe(1)
    expect(new Set(states.map(({event}) => event?.uid)).size).toBe(1)
    expect(states.map(({item}) => [item?.date_published, item?.date_modified, item?._tenure.sunset])).toEqual([
      ['2025-02-03T00:00:00Z', '2025-02-03T00:00:00Z', '2026-06-01'],
      ['2025-02-03T00:00:00Z', '2025-03-04T00:00:00Z', '2026-09-01'],
      ['2025-02-03T00:00:00Z', '2025-04-05T00:00:00Z', '2026-12-31'],
      ['2025-02-03T00:00:00Z', '2025-04-05T00:00:00Z', '2026-12-31']
    ])
    expect(states.map(({event}) => [event?.day, event?.sequence, event?.stamp, event?.status])).toEqual([
      ['2026-06-01', 0, '2025-02-03T00:00:00Z', 'CONFIRMED'],
      ['2026-09-01', 1, '2025-03-04T00:00:00Z', 'CONFIRMED'],
      ['2026-12-31', 2, '2025-04-05T00:00:00Z', 'CONFIRMED'],
      ['2026-12-31', 2, '2025-04-05T00:00:00Z', 'CONFIRMED']
    ])
    expect(states[2]?.item?.content_text).toBe(
      [
        'GET /v1/loans is deprecated; support ends on December 31, 2026. Use GET /v2/loans.',
        'April 5, 2025: The end of GET /v1/loans was moved to December 31, 2026.',
        'March 4, 2025: The end of GET /v1/loans was moved to September 1, 2026. Two clients need longer.',
        'February 3, 2025: GET /v1/loans is deprecated; support ends on June 1, 2026. Use GET /v2/loans.'
      ].join('\n\n')
    )
  })

  it('cancels the event of a deprecation that was withdrawn', async () => {
    const before = await feedOf(cwd, '2025-03-03')
    const after = await feedOf(cwd, '2025-03-04')
    const [was, is] = [before, after].map(({events}) => summarized(events, 'GET /v1/fees'))
    expect(was).toMatchObject({day: '2026-06-02', sequence: 0, status: 'CONFIRMED'})
    expect(is).toMatchObject({uid: was?.uid, day: '2026-06-02', sequence: 1, status: 'CANCELLED'})
    expect(titled(after.items, 'GET /v1/fees')).toMatchObject({
      id: titled(before.items, 'GET /v1/fees')?.id,
      title: 'Lending Library API: GET /v1/fees is no longer deprecated',
      date_modified: '2025-03-04T00:00:00Z',
      _tenure: {status: 'withdrawn'}
    })
  })

  it('cancels the sunset that a removal anticipates, and shows the removal on its own day', async () => {
    const {items, events} = await feedOf(cwd, '2025-05-06')
    expect(events.filter(({summary}) => summary.includes('/v1/copies'))).toMatchObject([
      {summary: 'Removed: GET /v1/copies (Lending Library API)', day: '2025-05-06', status: 'CONFIRMED'},
      {summary: 'Sunset: GET /v1/copies (Lending Library API)', day: '2026-06-03', sequence: 1, status: 'CANCELLED'}
    ])
    expect(titled(items, 'removed')?.title).toBe('Lending Library API: GET /v1/copies was removed in 1.3')
  })

  it('tells a sunset that was reached on its day, with the removal in the same entry later', async () => {
    expect(titled((await feedOf(cwd, '2026-06-03')).items, 'reached')).toBeUndefined()
    const reached = titled((await feedOf(cwd, '2026-06-04')).items, 'reached')
    expect(reached).toMatchObject({
      title: 'Lending Library API: GET /v1/branches reached its sunset on June 4, 2026',
      date_published: '2026-06-04T00:00:00Z',
      _tenure: {status: 'sunset'}
    })
    const removed = folder({
      'history.yaml': MOVES.replace(
        '  - release: next',
        '  - {release: "2.0", date: 2026-07-08, changes: [{removed: GET /v1/branches}]}\n  - release: next'
      )
    })
    const {items, events} = await feedOf(removed, '2026-07-08')
    expect(titled(items, 'removed in 2.0')).toMatchObject({
      id: reached?.id,
      date_published: '2026-06-04T00:00:00Z',
      date_modified: '2026-07-08T00:00:00Z',
      content_text: `GET /v1/branches was removed in 2.0. Deprecated since 1.1.\n\nJune 4, 2026: GET /v1/branches reached its sunset.`
    })
    expect(
      events.flatMap(({summary, day}) => (summary.includes('branches') ? [[summary.split(':')[0], day]] : []))
    ).toEqual([
      ['Sunset', '2026-06-04'],
      ['Removed', '2026-07-08']
    ])
  })

  it('tells nothing of a release that isn’t out yet, unless it was announced elsewhere', async () => {
    const next = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - release: "1.1"
    date: 2026-01-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2027-06-01}
  - release: next
    changes:
      - {deprecated: GET /v1/fees, sunset: 2027-06-02, announced: 2025-08-09}
      - {removed: GET /v1/loans}
`
    })
    const titles = async (asOf: string) => (await feedOf(next, asOf)).items.map(({title}) => title.split(': ')[1])
    expect(await titles('2025-08-08')).toEqual([])
    expect(await titles('2026-01-09')).toEqual(['GET /v1/fees is deprecated; support ends on June 2, 2027'])
    expect(await titles('2026-12-01')).toEqual([
      'GET /v1/loans is deprecated; support ends on June 1, 2027',
      'GET /v1/fees is deprecated; support ends on June 2, 2027'
    ])
  })

  it('keeps identifiers when lines, texts, names of releases, and names of path parameters are corrected', async () => {
    const line = (path: string, note: string) =>
      `      - {deprecated: "GET ${path}", sunset: 2027-06-01, note: ${note}}`
    const history = (release: string, ...lines: string[]) =>
      `service: Lending Library API\nreleases:\n  - release: "${release}"\n    date: 2025-01-10\n    changes:\n${lines.join('\n')}\n`
    const bytesOf = async (...lines: string[]) =>
      outputOf(['feed', '--as-of', '2026-12-01'], folder({'history.yaml': history('1.0', ...lines)}))
    const [one, other] = [line('/v1/loans/{id}', 'One.'), line('/v1/fees', 'Two.')]
    expect(await bytesOf(one, other)).toBe(await bytesOf(other, one))
    const idsOf = async (text: string) =>
      (await feedOf(folder({'history.yaml': text}), '2026-12-01')).items.map(({id}) => id).toSorted()
    expect(await idsOf(history('1.0', line('/v1/loans/{id}', 'One.'), line('/v1/fees', 'Two.')))).toEqual(
      await idsOf(history('1.0.1', line('/v1/fees', 'Other words.'), line('/v1/loans/{loanId}', 'One.')))
    )
  })

  it('gives a restored subject entries of its own when it is deprecated again', async () => {
    const again = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2024-06-01}]}
  - {release: "1.2", date: 2024-07-10, changes: [{removed: GET /v1/loans}]}
  - {release: "1.3", date: 2024-08-10, changes: [{restored: GET /v1/loans}]}
  - {release: "1.4", date: 2024-09-10, changes: [{deprecated: GET /v1/loans, sunset: 2027-01-01}]}
`
    })
    const {items, events} = await feedOf(again, '2026-12-01')
    expect(items.map(({title}) => title.split(': ')[1])).toEqual([
      'GET /v1/loans is deprecated; support ends on January 1, 2027',
      'GET /v1/loans was restored in 1.3',
      'GET /v1/loans is deprecated; support ends on June 1, 2024'
    ])
    expect(events.map(({day}) => day)).toEqual(['2024-06-01', '2024-07-10', '2027-01-01'])
  })

  it('begins days in the timezone of the policy', async () => {
    const zoned = folder({
      'history.yaml': MOVES,
      'policy.yaml': 'format: 1\nname: Lending\nextends: thirteen-months\ntimezone: Europe/Berlin\n',
      'tenure.yaml': `${NO_SPEC}policy: policy.yaml\n`
    })
    const {items, events} = await feedOf(zoned, '2025-04-05')
    expect(titled(items, 'GET /v1/loans')).toMatchObject({
      date_published: '2025-02-03T00:00:00+01:00',
      date_modified: '2025-04-05T00:00:00+02:00'
    })
    expect(summarized(events, 'GET /v1/loans')).toMatchObject({day: '2026-12-31', stamp: '2025-04-04T22:00:00Z'})
  })

  it('shows entries that changed since a day or a release', async () => {
    const since = async (text: string) =>
      (await feedOf(cwd, '2025-12-01', '--since', text)).items.map(({_tenure: {subject}}) => subject)
    expect(await since('2025-04-05')).toEqual(['GET /v1/copies', 'GET /v1/loans'])
    expect(await since('1.3')).toEqual(['GET /v1/copies'])
    expectRefusal(await tenure(['feed', '--since', 'yesterday'], {cwd}))
  })

  it('links entries to the site or the documentation, and the feed to itself', async () => {
    const links = (text: string) => folder({'history.yaml': MOVES, 'tenure.yaml': `${NO_SPEC}links:\n${text}`})
    const site = links('  site: https://library.example/api.html\n  feed: https://library.example/feeds/\n')
    const [loans] = (await feedOf(site, '2025-02-03', '--since', '1.1')).items
    expect(loans?.url).toMatch(/^https:\/\/library\.example\/api\.html#\/endpoint\/GET%20\/v1\//)
    await outputOf(['feed', '--as-of', '2025-12-01', '--output', 'loans.xml'], site)
    const written = readFileSync(join(site, 'loans.xml'), 'utf8')
    await readAtom(written)
    expect(written).toContain('<id>https://library.example/feeds/loans.xml</id>')
    expect(written).toContain(
      '<link rel="self" type="application/atom+xml" href="https://library.example/feeds/loans.xml"/>'
    )
    const docs = links('  docs: https://docs.example/{method}/{path}\n')
    expect(titled((await feedOf(docs, '2025-02-03')).items, '/v1/fees')?.url).toBe('https://docs.example/get/v1/fees')
  })

  it('writes a valid feed without entries', async () => {
    expect(await feedOf(cwd, '2025-01-01')).toEqual({items: [], events: []})
  })

  it('tells fields, types, values, resources, and tools by their names', async () => {
    const kinds = folder({
      'history.yaml': `service: Lending Library API
releases:
  - release: "1.0"
    date: 2025-01-10
    changes:
      - {deprecated: Loan.shelf, sunset: 2027-01-01, replacement: Loan.place}
      - {deprecated: GET /v1/loans, parameter: state, value: lost, sunset: 2027-01-01}
      - {deprecated: operation ListReaders, sunset: 2027-01-01}
      - {deprecated: tool find_book, sunset: 2027-01-01}
      - {deprecated: library.example/v1 Loan, sunset: 2027-01-01}
`
    })
    const {items} = await feedOf(kinds, '2026-12-01')
    expect(items.map(({title}) => title.replace(/^.*?: (.*) is deprecated.*$/, '$1')).toSorted()).toEqual([
      'Loan.shelf',
      'Operation ListReaders',
      'Tool find_book',
      'Value lost of parameter state of GET /v1/loans',
      'library.example/v1 Loan'
    ])
    expect(titled(items, 'Loan.shelf')?.content_text).toContain('Use Loan.place.')
  })

  it('keeps what people wrote as data', async () => {
    const hostile = `</title><script>x</script>]]>\r\nBEGIN:VEVENT\r\nUID:1 \u202e,;\\n "&amp;' ${'ä'.repeat(300)}`
    const history = {
      service: hostile,
      releases: [
        {
          release: '1.0',
          date: '2025-01-10',
          changes: [{deprecated: 'GET /v1/loans', parameter: hostile, sunset: '2027-01-01'}]
        },
        {
          release: `R ${hostile}`,
          date: '2025-02-10',
          changes: [{removed: 'GET /v1/fees', announced: 'never', note: hostile}]
        },
        {
          on: '2025-03-10',
          via: hostile,
          changes: [{deprecated: `operation ${hostile.replace(/\s+/g, '_')}`, sunset: hostile}]
        }
      ]
    }
    const {items, events} = await feedOf(folder({'history.yaml': JSON.stringify(history)}), '2026-12-01')
    expect(items).toHaveLength(3)
    expect(events).toHaveLength(2)
    for (const {content_html: html} of items) expect(html.replace(/<\/?(?:p|code|em)>/g, '')).not.toMatch(/[<>]/)
  })

  it('tells the sunset of an endpoint that differs from the one of its prefix', async () => {
    const prefix = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}, {deprecated: /v1/**, sunset: 2027-01-01}]}
  - {release: "1.1", date: 2025-02-10, changes: [{rescheduled: GET /v1/loans, sunset: 2027-06-01}]}
`
    })
    const {items, events} = await feedOf(prefix, '2026-12-01')
    expect(items.map(({content_text: text}) => text)).toEqual([
      'GET /v1/loans is deprecated; support ends on June 1, 2027.',
      '/v1/** is deprecated; support ends on January 1, 2027.'
    ])
    expect(events.map(({day}) => day)).toEqual(['2027-01-01', '2027-06-01'])
  })

  it('changes nothing when a sunset is stated again', async () => {
    const again = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2027-01-01}]}
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2027-01-01, note: Again.}]}
`
    })
    const {items, events} = await feedOf(again, '2026-12-01')
    expect(items.map(({date_modified: updated}) => updated)).toEqual(['2025-01-10T00:00:00Z'])
    expect(events.map(({sequence}) => sequence)).toEqual([0])
  })

  it('tells nothing that came and went between two releases', async () => {
    const taken = folder({
      'history.yaml': `format: 1
service: Loans
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/a}, {added: GET /v1/b}, {added: GET /v1/c}]}
  - {release: 2.0-rc.1, date: 2025-01-01, changes: [{deprecated: GET /v1/a, sunset: 2028-01-01}, {removed: GET /v1/b, announced: never}]}
  - {release: 2.0-rc.2, date: 2025-02-01, changes: [{withdrawn: GET /v1/a}, {restored: GET /v1/b}, {removed: GET /v1/c, announced: never}]}
  - {release: "2.0", date: 2025-03-10}
`
    })
    const {items, events} = await feedOf(taken, '2025-04-01')
    expect([items.length, events.length]).toEqual([1, 1])
    expect(JSON.stringify(items)).toContain('GET /v1/c was removed')
  })

  it('tells what a candidate brought with its final release', async () => {
    const candidate = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: 1.0.0, date: 2025-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - {release: 2.0.0-rc.1, date: 2025-02-10, changes: [{removed: GET /v1/fees}, {deprecated: GET /v1/loans}]}
  - {release: 2.0.0, date: 2025-03-10, changes: []}
`
    })
    expect((await feedOf(candidate, '2025-03-09')).items).toEqual([])
    const {items, events} = await feedOf(candidate, '2025-03-10')
    expect(items.map(({title, date_published: day}) => [title.split(': ')[1], day.slice(0, 10)])).toEqual([
      ['GET /v1/fees was removed in 2.0.0', '2025-03-10'],
      ['GET /v1/loans was deprecated', '2025-03-10']
    ])
    expect(events.map(({day}) => day)).toEqual(['2025-03-10'])
  })

  it('says how many entries have no day', async () => {
    const undated = folder({
      'history.yaml':
        'service: Lending Library API\nreleases:\n  - {release: "1.0", changes: [{removed: GET /v1/loans, announced: never}]}\n'
    })
    const {code, out, err} = await tenure(['feed', '--format', 'json'], {cwd: undated})
    expect({code, items: readJsonFeed(out)}).toEqual({code: 0, items: []})
    expect(err).toContain('Left out 1 deprecation or removal of releases without a date. Add `date:` to them.')
  })

  it('tells the fixture in each format', async () => {
    const {items, events} = await feedOf(LENDING, '2026-11-26')
    expect(items).toHaveLength(13)
    expect(events.filter(({status}) => status === 'CANCELLED').map(({summary}) => summary)).toEqual([
      'Sunset: operation ListReaders (Lending Library API)'
    ])
  })
})
