import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {sample} from '../../tier.ts'
import {LIBRARY, TODAY} from '../library.ts'
import {type CommandResult, expectRefusal, folder, NO_SPEC, pathsIn, tenure, write} from '../run.ts'

const NEXT = `${LIBRARY}  - release: next
    changes: [] # nothing yet
# the end
`
const DEPRECATED = `${LIBRARY}  - release: next
    changes: # nothing yet
      - deprecated: GET /v1/loans
        replacement: GET /v1/branches
        sunset: 2027-07-01
# the end
`

const LONGER =
  'stabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: "9 months or 3 releases, whichever is longer"}}\n'

const deprecate = (cwd: string, args: readonly string[], asOf = TODAY): Promise<CommandResult> =>
  tenure(['deprecate', ...args, '--as-of', asOf], {cwd})
const historyIn = (cwd: string): string => readFileSync(join(cwd, 'history.yaml'), 'utf8')
const LOANS = ['GET /v1/loans', '--replacement', 'GET /v1/branches']

const SPEC = `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
  /v1/desks:
    get:
      operationId: ListDesks
      parameters: [{name: floor, in: query, schema: {type: integer}}]
      responses: {"200": {description: All, content: {application/json: {schema: {$ref: "#/components/schemas/Desk"}}}}}
components: {schemas: {Desk: {type: object, properties: {number: {type: string}}}}}
`

describe.concurrent('deprecate', () => {
  it('accepts an endpoint that only server code shows', async () => {
    const server =
      "import express from 'express'\nconst app = express()\napp.get('/v1/desks', (_, answer) => answer.json([]))\n"
    const cwd = folder({'history.yaml': NEXT, 'server.ts': server})
    const {code, out, err} = await deprecate(cwd, ['GET /v1/desks', '--replacement', 'none', '--spec', 'server.ts'])
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('GET /v1/desks is deprecated as of 2026-03-02')
  })

  it('refuses a sunset on this day unless the policy allows the end', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {code, err} = await deprecate(cwd, [...LOANS, '--sunset', TODAY])
    expect(code).toBe(2)
    expect(err).toContain(`Sunset \`${TODAY}\` is today. The policy allows it on or after 2027-04-02.`)
    expect(historyIn(cwd)).toBe(NEXT)
    const forced = await deprecate(cwd, [...LOANS, '--sunset', TODAY, '--force'])
    expect(forced.code).toBe(0)
  })

  it('says that a deprecation names no replacement, until it says so', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {out} = await deprecate(cwd, ['GET /v1/loans', '--dry-run'])
    expect(out).toContain(
      '\nIt names no replacement. Add `--replacement` with what clients use instead, or `--replacement none`.\n'
    )
    const stated = await deprecate(cwd, ['GET /v1/loans', '--replacement', 'none', '--dry-run'])
    expect(stated.out).not.toContain('It names no replacement')
  })

  it('writes `replacement: none`', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {code, out} = await deprecate(cwd, ['GET /v1/loans', '--replacement', 'none', '--note', 'No one lends'])
    expect(code).toBe(0)
    expect(out).toContain('from 2027-07-01. Nothing replaces it. No one lends.')
    expect(out).not.toContain('x-replaced-by')
    expect(historyIn(cwd)).toContain('        replacement: none\n')
  })

  it('sets a sunset that is late enough for the next release, prints texts for clients, and changes nothing else', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {code, out, err} = await deprecate(cwd, [...LOANS, '--note', 'Loans are per branch'])
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(
      out
    ).toBe(`Wrote history.yaml: \`GET /v1/loans\` is deprecated in the next release, with the sunset 2027-07-01, which is late enough if you release it by 2026-06-01.
  13 months from the next release (2026-03-02), until 2027-04-02
Checked history.yaml against the policy \`thirteen-months\` (the default; choose another with \`--policy\`), as of 2026-03-02.

To send to clients:
  GET /v1/loans is deprecated as of 2026-03-02 and won't be supported from 2027-07-01. Please use GET /v1/branches instead. Loans are per branch.

In the API description:
  paths:
    /v1/loans:
      get:
        deprecated: true
        x-sunset: 2027-07-01
        x-replaced-by: GET /v1/branches

In every response (RFC 9745, RFC 8594):
  Deprecation: @1772409600
  Sunset: Thu, 01 Jul 2027 00:00:00 GMT
  Link: </v1/branches>; rel="successor-version"
`)
    expect(historyIn(cwd)).toBe(DEPRECATED.replace('2027-07-01\n', '2027-07-01\n        note: Loans are per branch\n'))
    expect(pathsIn(cwd)).toEqual(['history.yaml'])
    write(cwd, {'tenure.yaml': NO_SPEC})
    const checked = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(checked).toMatchObject({code: 0, err: ''})
  })

  describe('if the introduction of the successor is unknown', () => {
    const releases = (more: string) => `format: 1
service: Lending Library API
${more}releases:
  - release: "1.0"
    date: 2026-01-10
    ${more === '' ? '' : 'existing: true\n    '}changes:
      - added: GET /v1/loans
      - added: GET /v2/loans
      - added: GET /v1/desks
`
    const BY_SUCCESSOR = {
      'policy.yaml': 'extends: thirteen-months\nguarantees: {ga: {starts: [announcement, {successor: same}]}}\n',
      'tenure.yaml': `${NO_SPEC}policy: policy.yaml\n`
    }
    const withoutIntroduction = () => folder({'history.yaml': releases('complete: 2030-01-01\n'), ...BY_SUCCESSOR})

    it('writes a sunset that may be too early, which every command reports as undetermined', async () => {
      const cwd = withoutIntroduction()
      const args = ['GET /v1/loans', '--replacement', 'GET /v2/loans', '--sunset', '2026-06-01']
      const {code, out, err} = await deprecate(cwd, args)
      expect({code, err}).toEqual({code: 0, err: ''})
      expect(out).toMatch(
        /It can't be decided whether 2026-06-01 is late enough: .+ 2027-02-10 is late enough in any case\./
      )
      expect(out).toContain('with the sunset 2026-06-01 (2027-02-10 is certainly allowed).')
      const checked = await tenure(['check', '--as-of', TODAY], {cwd})
      expect(checked.code).toBe(0)
      expect(checked.out).toContain(
        '! `GET /v1/loans` has its sunset on 2026-06-01. The policy allows it on or after 2027-02-10, or perhaps earlier: the introduction date of `GET /v2/loans` is missing.'
      )
      const strict = await tenure(['check', '--fail-on=undetermined', '--format', 'json', '--as-of', TODAY], {cwd})
      expect(strict.code).toBe(3)
      const missing = [{fact: 'introduction', of: 'GET /v2/loans'}]
      expect(JSON.parse(strict.out).findings).toContainEqual(
        expect.objectContaining({rule: 'sunset-too-early', level: 'warning', missing})
      )
      const due = await tenure(['due', '--within', '2y', '--as-of', TODAY], {cwd})
      expect(due.out).toContain('can be removed on or after 2027-02-10, perhaps earlier, sunset 2026-06-01')
      const when = await tenure(['due', 'GET /v1/loans', '--as-of', TODAY], {cwd})
      expect(when.out).toContain(
        '`GET /v1/loans` can be removed on or after 2027-02-10. An earlier day may be allowed, but the introduction date of `GET /v2/loans` is missing.'
      )
      const deadline = await tenure(['due', 'GET /v1/loans', '--end', '2026-06-01', '--as-of', TODAY], {cwd})
      expect(deadline.out).toContain(
        'for a removal on 2026-06-01: the introduction date of `GET /v2/loans` is missing.'
      )
    })

    it('rejects a sunset that is too early in any case, as in a complete history', async () => {
      for (const cwd of [withoutIntroduction(), folder({'history.yaml': releases('')})]) {
        const rejected = await deprecate(cwd, ['GET /v1/desks', '--replacement', 'none', '--sunset', '2026-06-01'])
        expectRefusal(rejected)
        expect(rejected.err).toContain('on 2026-06-01. The policy allows it on or after 2027-04-02.')
      }
    })
  })

  it('changes nothing if the endpoint is already deprecated', async () => {
    const cwd = folder({'history.yaml': NEXT})
    await deprecate(cwd, LOANS)
    for (const asOf of [TODAY, '2026-04-01']) {
      const again = await deprecate(cwd, LOANS, asOf)
      expect(again.code, again.err).toBe(0)
      expect(again.out).toContain(' is already deprecated in the next release')
      expect(historyIn(cwd)).toBe(DEPRECATED)
    }
  })

  it('refuses another sunset or replacement of a released deprecation', async () => {
    const released = DEPRECATED.replace('release: next', 'release: "1.2"\n    date: 2026-03-01')
    const cwd = folder({'history.yaml': released})
    const rescheduled = await deprecate(cwd, [...LOANS, '--sunset', '2028-01-01'])
    expectRefusal(rescheduled)
    expect(rescheduled.err).toContain('is already deprecated. To move its sunset, reschedule it.')
    expect(rescheduled.err).toContain('- {rescheduled: GET /v1/loans, sunset: 2028-01-01}')
    const otherReplacement = await deprecate(cwd, ['GET /v1/loans', '--replacement', 'GET /v1/desks'])
    expectRefusal(otherReplacement)
    expect(otherReplacement.err).toContain(
      'is already deprecated, with the replacement `GET /v1/branches`. Change the replacement there.'
    )
    expect(historyIn(cwd)).toBe(released)
  })

  it.each([
    ['a file', ''],
    ['a file with Windows line endings', '\r']
  ])('edits the line of an unreleased deprecation in %s, and keeps the rest', async (_, before) => {
    const text = DEPRECATED.replace(
      '        sunset: 2027-07-01',
      '        # asked for by the branches\n        sunset: 2027-07-01 # at the earliest'
    )
    const cwd = folder({'history.yaml': text.replaceAll('\n', `${before}\n`)})
    const early = await deprecate(cwd, ['GET /v1/loans', '--sunset', '2026-06-01'])
    expectRefusal(early)
    expect(early.err).toContain('sunset-too-early')
    const moved = await deprecate(cwd, ['GET /v1/loans', '--sunset', '2028-09-01', '--replacement', 'none'])
    expect(moved.code, moved.err).toBe(0)
    expect(moved.out).toContain('with the sunset 2028-09-01 (the policy allows it from 2027-04-02 on).')
    const expected = text.replace('2027-07-01', '2028-09-01').replace(/GET \/v1\/branches(?=\s+# asked)/, 'none')
    expect(historyIn(cwd)).toBe(expected.replaceAll('\n', `${before}\n`))
    await deprecate(cwd, ['GET /v1/loans', '--via', 'mail: to all'])
    const announced = expected.replace(
      /(at the earliest\n)/,
      `$1        announced: ${TODAY}\n        via: "mail: to all"\n`
    )
    expect(historyIn(cwd)).toBe(announced.replaceAll('\n', `${before}\n`))
    const again = await deprecate(cwd, ['GET /v1/loans', '--via', 'mail: to all'], '2026-04-01')
    expect(again.out).toContain('Nothing was written.')
  })

  it('edits the file of an unreleased deprecation in a history folder', async () => {
    const cwd = folder({'openapi.yaml': SPEC})
    await deprecate(cwd, ['GET /v1/desks', '--replacement', 'none'])
    await deprecate(cwd, ['GET /v1/desks', '--sunset', '2029-01-01', '--note', 'No desks'])
    const text = readFileSync(join(cwd, 'api-history/next/get-v1-desks.yaml'), 'utf8')
    expect(text).toBe('- deprecated: GET /v1/desks\n  replacement: none\n  sunset: 2029-01-01\n  note: No desks\n')
  })

  it('edits a line in flow style', async () => {
    const line = '      - {deprecated: GET /v1/loans, sunset: 2027-07-01}\n'
    const cwd = folder({'history.yaml': `${LIBRARY}  - release: next\n    changes:\n${line}`})
    await deprecate(cwd, [...LOANS, '--sunset', '2029-01-01'])
    expect(historyIn(cwd)).toContain('- {deprecated: GET /v1/loans, replacement: GET /v1/branches, sunset: 2029-01-01}')
  })

  it.each([
    [
      'the longest gap of the last five releases',
      ['2025-01-01', '2025-02-01', '2025-03-20'],
      '2027-06-01',
      '2026-05-01'
    ],
    ['90 days at most', ['2025-01-01', '2025-03-01', '2026-02-01'], '2027-07-01', '2026-06-01'],
    ['a month at least', ['2025-01-01', '2025-01-11', '2025-01-21'], '2027-05-01', '2026-04-01'],
    ['two months if no gap is known', ['2025-01-01'], '2027-06-01', '2026-05-01']
  ])('leaves time for the next release: %s', async (_, days, sunset, lastRelease) => {
    const [first = '', ...later] = days.map(
      (day, at) =>
        `  - release: "1.${at}"\n    date: ${day}\n    changes: [${at === 0 ? '{added: GET /v1/desks}' : ''}]\n`
    )
    const text = `format: 1\nservice: Library\nreleases:\n${first}${later.join('')}`
    const cwd = folder({'history.yaml': text, 'tenure.yaml': NO_SPEC})
    const {out} = await deprecate(cwd, ['GET /v1/desks', '--replacement', 'none'])
    expect(out).toContain(`with the sunset ${sunset}, which is late enough if you release it by ${lastRelease}.`)
    expect((await tenure(['check', '--as-of', lastRelease], {cwd})).code).toBe(0)
    const [year = '', month = ''] = lastRelease.split('-')
    expect((await tenure(['check', '--as-of', `${year}-${month}-02`], {cwd})).code).toBe(1)
  })

  it.each([
    ['2026-02-30', "`--announced 2026-02-30` isn't a day that exists."],
    ['2026-03-03', '`--announced 2026-03-03` is in the future.']
  ])('refuses a day of an announcement: %s', async (day, message) => {
    const result = await deprecate(folder({'history.yaml': NEXT}), [...LOANS, '--announced', day])
    expectRefusal(result)
    expect(result.err).toContain(message)
  })

  it.each(
    sample([
      ['a history without `next`', LIBRARY, `${LIBRARY}  - release: next\n    changes:\n`],
      [
        'a history with changes in `next`',
        `${LIBRARY}  - release: next\n    changes:\n      - added: GET /v1/desks # new\n`,
        undefined
      ],
      ['a history with Windows line endings', NEXT.replaceAll('\n', '\r\n'), undefined],
      ['a history with a byte order mark', `\ufeff${NEXT}`, undefined]
    ])
  )('edits %s', async (_, text, before) => {
    const cwd = folder({'history.yaml': text})
    expect((await deprecate(cwd, LOANS)).code).toBe(0)
    const written = historyIn(cwd)
    const line = 'deprecated: GET /v1/loans'
    expect(written).toContain(line)
    if (before !== undefined) expect(written.startsWith(`${before}      - ${line}`)).toBe(true)
    const unchanged = written.split(/(?<=\n)/).filter(each => text.includes(each))
    expect(unchanged.length).toBeGreaterThanOrEqual(text.split('\n').length - 2)
    expect(written.includes('\r\n')).toBe(text.includes('\r\n'))
    expect(written.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
  })

  it('writes a file of its own in a history folder', async () => {
    const [head = '', releases = ''] = LIBRARY.split('releases:\n')
    const [first = '', second = ''] = releases
      .split(/(?=^ {2}- release)/m)
      .map(each => each.replace(/^ {2}(?:- | {2})/gm, ''))
    const cwd = folder({'service.yaml': head, 'releases/1.0.yaml': first, 'releases/1.1.yaml': second})
    expect((await deprecate(cwd, LOANS)).code).toBe(0)
    const path = join(cwd, 'next', 'get-v1-loans.yaml')
    const text = '- deprecated: GET /v1/loans\n  replacement: GET /v1/branches\n  sunset: 2027-07-01\n'
    expect(readFileSync(path, 'utf8')).toBe(text)
    await deprecate(cwd, LOANS)
    expect(readFileSync(path, 'utf8')).toBe(text)
    write(cwd, {'tenure.yaml': NO_SPEC})
    expect((await tenure(['check', '--as-of', TODAY], {cwd})).code).toBe(0)
  })

  it('starts the notice on the date of `next`', async () => {
    const cwd = folder({'history.yaml': NEXT.replace('changes: []', 'date: 2026-05-10\n    changes: []')})
    expect((await deprecate(cwd, LOANS)).out).toContain('from 2027-07-01.')
  })

  it('deprecates a field and names its replacement', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {out} = await deprecate(cwd, [
      'GET',
      '/v1/loans',
      '--field',
      'due',
      '--in',
      'response',
      '--replacement',
      'dueDate'
    ])
    expect(out).toContain('  Field due in the response of GET /v1/loans is deprecated as of 2026-03-02')
    expect(out).toContain('Please use field dueDate in the response of GET /v1/loans instead.')
    expect(out).not.toContain('In every response')
    expect(historyIn(cwd)).toContain('        in: response\n        replacement: {field: dueDate, in: response}\n')
  })

  it('uses the longest requirement for a prefix', async () => {
    const text = LIBRARY.replace('GET /v1/shelves\n', 'GET /v1/shelves\n      - added: GET /v1/new\n')
    const policy =
      'stabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 1 month, lifetime: 4 years}}\n'
    const cwd = folder({'history.yaml': text, 'policy.yaml': policy})
    const {out} = await deprecate(cwd, ['/v1/**', '--policy', 'policy.yaml'])
    expect(out).toContain('with the sunset 2028-02-01, which is late enough if you release it by 2028-01-01.')
  })

  it('sets no sunset if the policy requires nothing or allows no removal', async () => {
    const betaResult = await deprecate(folder({'history.yaml': NEXT}), ['GET /v1-beta/wishes'])
    expect(betaResult.out).toContain(
      'without a sunset, because the policy guarantees nothing for it. Set one with `--sunset`'
    )
    const policy =
      'stabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 1 month, endWindow: never}}\n'
    const withoutEnd = await deprecate(folder({'history.yaml': NEXT, 'policy.yaml': policy}), [
      'GET /v1/loans',
      '--policy',
      'policy.yaml'
    ])
    expect(withoutEnd.out).toContain(
      'without a sunset, because the policy allows no removals of this kind. Set one with `--sunset`'
    )
  })

  it.each([
    ['kubernetes', 'it depends on more than a day'],
    ['zalando', 'it depends on more than a day'],
    ['mongodb-atlas', 'its notice period does not start with this deprecation']
  ])("sets no sunset if the requirement isn't a date: policy %s", async (policy, reason) => {
    const {code, out} = await deprecate(folder({'history.yaml': NEXT}), ['GET /v1/loans', '--policy', policy])
    expect(code).toBe(0)
    expect(out).toContain(
      `is deprecated in the next release, without a sunset, because ${reason}. Set one with \`--sunset\``
    )
  })

  it('sets no sunset if the endpoint can be removed at once', async () => {
    const policy =
      'stabilities: [ga, beta]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {lifetime: 1 month}, beta: none}\n'
    const cwd = folder({'history.yaml': NEXT, 'policy.yaml': policy})
    const {code, out} = await deprecate(cwd, ['GET /v1/loans', '--policy', 'policy.yaml'])
    expect(code).toBe(0)
    expect(out).toContain('without a sunset, because it can be removed at once. Set one with `--sunset`')
  })

  it('needs `--sunset` if the stability is unknown', async () => {
    const result = await deprecate(folder({'history.yaml': NEXT}), ['GET /v1/loans', '--policy', 'shopify'])
    expectRefusal(result)
    expect(result.err).toContain("It can't be decided when `GET /v1/loans` can be removed: its stability is unknown.")
    expect(result.err).toContain('--sunset')
  })

  it('sets the sunset to a day on which the policy allows removals', async () => {
    // The policy has no markers, so each path has the default stability.
    const {out} = await deprecate(folder({'history.yaml': NEXT}), ['GET /v1/loans', '--policy', 'github-graphql'])
    expect(out).toContain('with the sunset 2026-10-01, which is late enough if you release it by 2026-07-01.')
  })

  it('prints JSON and writes nothing with `--dry-run`', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {out} = await deprecate(cwd, [
      ...LOANS,
      '--dry-run',
      '--format',
      'json',
      '--via',
      'mail, https://status.library.example/41'
    ])
    expect(JSON.parse(out)).toMatchObject({
      command: 'deprecate',
      subject: 'GET /v1/loans',
      since: TODAY,
      sunset: '2027-07-01',
      replacement: 'GET /v1/branches',
      headers: [
        'Deprecation: @1772409600',
        'Sunset: Thu, 01 Jul 2027 00:00:00 GMT',
        'Link: </v1/branches>; rel="successor-version", <https://status.library.example/41>; rel="deprecation"; type="text/html"'
      ]
    })
    expect(JSON.parse(out)).not.toHaveProperty('wrote')
    expect(historyIn(cwd)).toBe(NEXT)
  })

  it('uses the time zone of the policy', async () => {
    const policy =
      'timezone: America/New_York\nstabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 13 months}}\n'
    const cwd = folder({'history.yaml': NEXT, 'policy.yaml': policy})
    const {out} = await deprecate(cwd, ['GET /v1/loans', '--policy', 'policy.yaml'])
    expect(out).toContain('Deprecation: @1772427600\n  Sunset: Thu, 01 Jul 2027 04:00:00 GMT')
  })
})

describe.concurrent('deprecate --sunset', () => {
  it('writes an allowed day or release', async () => {
    for (const sunset of ['2027-04-02', '2028-01', '4.0']) {
      const cwd = folder({'history.yaml': NEXT})
      expect((await deprecate(cwd, [...LOANS, '--sunset', sunset])).code).toBe(0)
      expect(historyIn(cwd)).toMatch(new RegExp(`^        sunset: "?${sunset}"?$`, 'm'))
    }
  })

  it('exits 2 for a day that is too early, except with `--force`', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const result = await deprecate(cwd, [...LOANS, '--sunset', '2027-04-01'])
    expectRefusal(result)
    expect(result.err).toBe(
      "`GET /v1/loans` has its sunset on 2027-04-01. The policy allows it on or after 2027-04-02. Set the sunset to 2027-04-02 (13 months after the next release (2026-03-02)) or a later day. If it can't wait, merge a waiver first (`tenure waive`). (sunset-too-early; `--force` writes it anyway)\n    for example: --sunset 2027-04-02\n"
    )
    expect(historyIn(cwd)).toBe(NEXT)
    expect((await deprecate(cwd, [...LOANS, '--sunset', '2027-04-01', '--force'])).code).toBe(0)
    expect(historyIn(cwd)).toContain('sunset: 2027-04-01')
  })

  it('writes a past release with `--force`', async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {out} = await deprecate(cwd, [...LOANS, '--sunset', '1.1', '--force'])
    expect(out).toContain('is deprecated in the next release, with the sunset 1.1')
    expect(historyIn(cwd)).toContain('sunset: "1.1"')
  })

  it.each(['2026-03-12', '1.2', '1.3'])(
    'exits 2 for a sunset that is too early whatever is released until then: %s',
    async sunset => {
      const cwd = folder({'history.yaml': NEXT, 'policy.yaml': LONGER})
      const result = await deprecate(cwd, [...LOANS, '--policy', 'policy.yaml', '--sunset', sunset])
      expectRefusal(result)
      expect(result.err).toMatch(
        /The policy requires 9 months or 3 releases, .+ in the next release \(2026-03-02\)\. Set the sunset to a later date\./
      )
    }
  )

  it.each(['2027-01-01', '1.4', '2.0'])(
    'reports a sunset as undecided if it depends on future releases: %s',
    async sunset => {
      const cwd = folder({'history.yaml': NEXT, 'policy.yaml': LONGER})
      const {out} = await deprecate(cwd, [...LOANS, '--policy', 'policy.yaml', '--sunset', sunset])
      expect(out).toContain(`It can't be decided whether ${sunset} is late enough`)
    }
  )

  it.each(
    sample([
      ['2026-02-30', "`--sunset 2026-02-30` isn't a day that exists or the name of a release. Write one such as"],
      ['31.12.2027', 'Write one such as `2027-12-31`, or name a release.'],
      ['2026-03-01', 'Sunset `2026-03-01` is in the past. Choose a later day, or write it anyway with `--force`.'],
      ['1.1', 'Sunset `1.1` is already released. Choose a later release, or write it anyway with `--force`.'],
      ['0.9', 'Sunset `0.9` is already released. Choose a later release, or write it anyway with `--force`.'],
      ['', '`--sunset` is empty. Give it a value.']
    ])
  )('exits 2 for an invalid or past sunset: %s', async (sunset, message) => {
    const result = await deprecate(folder({'history.yaml': NEXT}), [...LOANS, '--sunset', sunset])
    expectRefusal(result)
    expect(result.err).toContain(message)
  })
})

describe.concurrent('deprecate with a subject', () => {
  it.each(
    sample([
      [['GET /v1/lons'], "`GET /v1/lons` isn't in `history.yaml` or `openapi.yaml`. Did you mean `GET /v1/loans`?"],
      [['GET /v1/desk'], '. Did you mean `GET /v1/desks`?'],
      [['operation ListDesk'], '. Did you mean `operation ListDesks`?'],
      [['Desk.nummer'], '. Did you mean `Desk.number`?'],
      [
        ['GET /v1/desks', '--parameter', 'flor'],
        "`GET /v1/desks (parameter flor)` isn't in `openapi.yaml`. Did you mean `floor`?"
      ],
      [['GET /v1/desks', '--field', 'nummber'], '. Did you mean `number`?'],
      [['/v3/**'], "`/v3/**` isn't in `history.yaml`"],
      [['loans'], "`loans` isn't a subject, such as an endpoint or a field."],
      [
        ['GET /v1/loans', '--replacement', 'branches'],
        "`branches` can't be a replacement. Write `METHOD /path`, `/prefix/**`, `operation Name`, or `Resource.field`"
      ]
    ])
  )('exits 2 if the subject or replacement is unknown: %j', async (args, message) => {
    const cwd = folder({'history.yaml': NEXT, 'openapi.yaml': SPEC})
    const result = await deprecate(cwd, args)
    expectRefusal(result)
    expect(result.err).toContain(message)
    expect(historyIn(cwd)).toBe(NEXT)
  })

  it.each(sample([['GET /v1/desks'], ['operation ListDesks'], ['Desk.number'], ['/v1/**']]))(
    'accepts a subject that only the description has: %s',
    async subject => {
      const cwd = folder({'history.yaml': NEXT, 'openapi.yaml': SPEC})
      const {code, err} = await deprecate(cwd, [subject])
      expect({code, err}).toEqual({code: 0, err: ''})
    }
  )

  it("reports a replacement that doesn't exist yet", async () => {
    const cwd = folder({'history.yaml': NEXT})
    const {code, out} = await deprecate(cwd, ['GET /v1/loans', '--replacement', 'GET /v1/branch'])
    expect(code).toBe(0)
    expect(out).toContain(
      "`GET /v1/branch` isn't in `history.yaml`. Did you mean `GET /v1/branches`? Add it before the removal."
    )
  })

  it('exits 2 if the endpoint is already removed', async () => {
    const cwd = folder({
      'history.yaml': `${LIBRARY}  - {release: "1.2", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}\n`
    })
    const result = await deprecate(cwd, LOANS)
    expectRefusal(result)
    expect(result.err).toContain("`GET /v1/loans` was already removed in 1.2 (2025-06-01), so it can't be deprecated.")
  })

  it('creates a history if there is none, except with `--dry-run`', async () => {
    const cwd = folder({'openapi.yaml': SPEC})
    const dryRun = await deprecate(cwd, ['GET /v1/desks', '--dry-run'])
    expectRefusal(dryRun)
    expect(dryRun.err).toContain('No history file found. Run `tenure init` to create one.')
    expect(pathsIn(cwd)).toEqual(['openapi.yaml'])
    const result = await deprecate(cwd, ['GET /v1/desks'])
    expect(result).toMatchObject({code: 0, err: 'Started a history in api-history.\n'})
    expect(pathsIn(cwd).filter(path => path.endsWith('.yaml'))).toEqual([
      'api-history/next/get-v1-desks.yaml',
      'api-history/service.yaml',
      'openapi.yaml'
    ])
  })
})

it('writes no day as the sunset of what only a new major version may remove', async () => {
  const cwd = folder({
    'policy.yaml': 'stabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 6 months, endWindow: major}}\n',
    'history.yaml':
      'service: Lending Library API\npolicy: policy.yaml\nreleases:\n  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}\n'
  })
  const args = ['deprecate', 'GET /v1/loans', '--replacement', 'none', '--note', 'x', '--as-of', '2026-03-02']
  const {code, out, err} = await tenure(args, {cwd})
  expect(code, err).toBe(0)
  expect(out).toContain('is deprecated in the next release, without a sunset')
  expect(out).toContain('Removal is allowed only in a new major version')
})
