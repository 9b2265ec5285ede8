import {readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {LIBRARY, TODAY} from '../library.ts'
import {expectRefusal, folder, pathsIn, tenure, write} from '../run.ts'

const asOf = ['--as-of', TODAY]
const SECTION = '<!-- tenure removed -->\nold\n<!-- /tenure -->'
const HISTORY = `${LIBRARY}  - release: "1.2"
    date: 2026-02-01
    changes:
      - {removed: GET /v1-beta/wishes, replacement: GET /v1/loans}
`

describe.concurrent('changelog', () => {
  it('writes and checks the pages in the configuration if no file is named', async () => {
    const section = '<!-- tenure removed -->\n<!-- /tenure -->\n'
    const history =
      'service: Library\nreleases: [{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}]\n'
    const cwd = folder({'history.yaml': history, 'A.md': section, 'docs/B.md': section})
    const asOf = ['--as-of', '2026-01-01']
    const withoutConfig = await tenure(['changelog', ...asOf, '--write'], {cwd})
    expectRefusal(withoutConfig)
    expect(withoutConfig.err).toContain('`rendered` in `tenure.yaml`')
    write(cwd, {'tenure.yaml': 'rendered: [A.md, docs/B.md]\n'})
    const stale = await tenure(['changelog', ...asOf, '--check'], {cwd})
    expect(stale.code).toBe(1)
    expect(stale.err).toMatch(/A\.md.*\n.*docs\/B\.md/)
    expect((await tenure(['changelog', ...asOf, '--write'], {cwd})).code).toBe(0)
    expect((await tenure(['changelog', ...asOf, '--check'], {cwd})).code).toBe(0)
  })

  it('prints a page or one part of it', async () => {
    const cwd = folder({'history.yaml': HISTORY})
    const [page, part] = await Promise.all([
      tenure(['changelog', ...asOf], {cwd}),
      tenure(['changelog', ...asOf, '--part', 'removed'], {cwd})
    ])
    expect(page).toMatchObject({code: 0, err: ''})
    expect(page?.out).toMatch(/^# Lending Library API: change history\n/)
    expect(part).toMatchObject({code: 0, err: ''})
    expect(part?.out).toContain('`GET /v1-beta/wishes`')
    expect(page?.out).toContain(part?.out.split('\n').find(line => line.includes('wishes')))
  })

  it.each([
    ['a page', []],
    ['the page of one endpoint', ['--endpoint', 'GET /v1-beta/wishes']]
  ])('names no history file in %s unless it is internal', async (_, args) => {
    const cwd = folder({'library.yaml': HISTORY})
    const write = (...more: string[]) =>
      tenure(['changelog', ...asOf, '--history', 'library.yaml', ...args, ...more], {cwd})
    const [published, internal] = await Promise.all([write(), write('--internal')])
    expect(published).toMatchObject({code: 0, err: ''})
    expect(published.out).toContain('`GET /v1-beta/wishes`')
    expect(published.out).not.toContain('library.yaml')
    expect(internal.out.includes('library.yaml:')).toBe(args.length > 0)
  })

  it('names approvers only on an internal page', async () => {
    const waiver = 'waiver: {reason: security, approver: head@library.example, approved: 2026-01-30}'
    const cwd = folder({
      'history.yaml': `${LIBRARY}  - {release: "1.2", date: 2026-02-01, changes: [{removed: GET /v1-beta/wishes, announced: never, ${waiver}}]}\n`,
      'page.md': '<!-- tenure releases -->\n<!-- /tenure -->\n'
    })
    const [published, internal] = await Promise.all([
      tenure(['changelog', ...asOf], {cwd}),
      tenure(['changelog', ...asOf, '--internal'], {cwd}),
      tenure(['changelog', ...asOf, '--write', 'page.md'], {cwd})
    ])
    const pages = [published.out, internal.out, readFileSync(join(cwd, 'page.md'), 'utf8')]
    expect(pages.map(page => page.includes('Waived for `security`'))).toEqual([true, true, true])
    expect(pages.map(page => page.includes('library.example'))).toEqual([false, true, false])
  })

  it('replaces a managed section, keeps the rest of the file, and changes nothing the second time', async () => {
    const before = '\ufeff# Ours\r\n\r\n*kept*  \r\n'
    const end = '\n\n| a|b |\n|-|-|\n\ttail without an end'
    const cwd = folder({'history.yaml': HISTORY, 'CHANGES.md': `${before}${SECTION}${end}`})
    const path = join(cwd, 'CHANGES.md')
    const stale = await tenure(['changelog', ...asOf, '--check', 'CHANGES.md'], {cwd})
    expect(stale.code).toBe(1)
    expect(stale.out).toMatch(/^-old$/m)
    expect(stale.out).toMatch(/^\+.*wishes/m)
    expect(stale.err).toContain('run `tenure changelog --write CHANGES.md`')
    expect(readFileSync(path, 'utf8')).toBe(`${before}${SECTION}${end}`)
    expect(await tenure(['changelog', ...asOf, '--write', 'CHANGES.md'], {cwd})).toEqual({code: 0, out: '', err: ''})
    const after = readFileSync(path, 'utf8')
    expect(after.startsWith(`${before}<!-- tenure removed -->`)).toBe(true)
    expect(after.endsWith(`<!-- /tenure -->${end}`)).toBe(true)
    expect(after).toContain('wishes')
    expect(await tenure(['changelog', ...asOf, '--check', 'CHANGES.md'], {cwd})).toEqual({code: 0, out: '', err: ''})
    await tenure(['changelog', ...asOf, '--write', 'CHANGES.md'], {cwd})
    expect(readFileSync(path, 'utf8')).toBe(after)
    expect(pathsIn(cwd)).toEqual(['CHANGES.md', 'history.yaml'])
  })

  it('writes through a symbolic link and keeps the link', async () => {
    const cwd = folder({'history.yaml': HISTORY, 'docs/CHANGES.md': SECTION})
    symlinkSync(join(cwd, 'docs/CHANGES.md'), join(cwd, 'link.md'))
    await tenure(['changelog', ...asOf, '--write', 'link.md'], {cwd})
    expect(readFileSync(join(cwd, 'docs/CHANGES.md'), 'utf8')).toContain('wishes')
    expect(pathsIn(cwd)).toEqual(['docs', 'docs/CHANGES.md', 'history.yaml', 'link.md'])
  })

  it('writes no file if it exits 2', async () => {
    const cwd = folder({
      'history.yaml': HISTORY,
      'broken.yaml': `${HISTORY}  - release: [\n`,
      'zone.md': SECTION,
      'none.md': 'no zone here\n',
      'open.md': '<!-- tenure all -->\n',
      'odd.md': '<!-- tenure alll -->\n<!-- /tenure -->\n'
    })
    const cases: [args: string[], message: string][] = [
      [['--history', 'broken.yaml', '--write', 'zone.md'], 'broken.yaml:'],
      [['--policy', 'thirteen-month', '--write', 'zone.md'], '. Did you mean `thirteen-months`?'],
      [['--as-of', '2026-02-30', '--write', 'zone.md'], '--as-of'],
      [['--write', 'none.md'], '<!-- tenure all -->'],
      [['--write', 'open.md'], 'open.md:1:1: '],
      [['--write', 'odd.md'], 'odd.md:1:'],
      [['--write', 'nowhere.md'], 'nowhere.md'],
      [['--write', 'zone.md', '--check', 'zone.md'], '--check'],
      [['--part', 'removd'], 'There is no part `removd`.']
    ]
    const before = pathsIn(cwd).map(name => readFileSync(join(cwd, name), 'utf8'))
    for (const [args, message] of cases) {
      const result = await tenure(['changelog', ...args], {cwd})
      expectRefusal(result)
      expect(result.err).toContain(message)
    }
    expect(pathsIn(cwd).map(name => readFileSync(join(cwd, name), 'utf8'))).toEqual(before)
  })
})

describe.concurrent('notes', () => {
  it('prints one release, and lists the releases if there is no such release', async () => {
    const cwd = folder({'history.yaml': HISTORY})
    const notes = await tenure(['notes', '1.2', ...asOf], {cwd})
    expect(notes).toMatchObject({code: 0, err: ''})
    expect(notes.out).toContain('`GET /v1-beta/wishes`')
    expect(await tenure(['notes', 'v1.2', ...asOf], {cwd})).toEqual(notes)
    const unknownRelease = await tenure(['notes', '1.3', ...asOf], {cwd})
    expectRefusal(unknownRelease)
    expect(unknownRelease.err).toContain('`1.2`')
  })
})

describe.concurrent('import', () => {
  const CHANGES =
    '# Lending Library API\n\n## 2.0 (2025-06-01)\n\n- `GET /v1/loans` was removed. Use `GET /v2/loans`.\n- Colors are warmer.\n'

  it('writes a history that `audit` can read, and prints the lines without a change', async () => {
    const cwd = folder({'CHANGES.md': CHANGES})
    const printed = await tenure(['record', '--import', 'CHANGES.md'], {cwd})
    expect(printed.code).toBe(0)
    expect(printed.err).toBe(
      'Imported 1 change in 1 release from CHANGES.md. Found no change in 1 line: 1 was kept as text.\n' +
        'CHANGES.md:6: kept as text: Colors are warmer.\n'
    )
    const saved = await tenure(['record', '--import', 'CHANGES.md', '-o', 'history.yaml'], {cwd})
    expect(saved).toEqual({code: 0, out: expect.stringContaining('- [ ] line 6: `Colors are warmer.`'), err: ''})
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toBe(printed.out)
    const {out} = await tenure(['audit', ...asOf, '--format', 'json'], {cwd})
    expect(JSON.parse(out).judgments).toMatchObject([
      {subject: 'GET /v1/loans', release: '2.0', replacement: 'GET /v2/loans'}
    ])
  })

  it('overwrites a file only with `--force`', async () => {
    const cwd = folder({'CHANGES.md': CHANGES, 'history.yaml': 'mine'})
    expectRefusal(await tenure(['record', '--import', 'CHANGES.md', '--output', 'history.yaml'], {cwd}))
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toBe('mine')
    expect((await tenure(['record', '--import', 'CHANGES.md', '-o', 'history.yaml', '--force'], {cwd})).code).toBe(0)
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).not.toBe('mine')
  })

  it('exits 2 for unreadable files', async () => {
    const cwd = folder({'binary.md': new Uint8Array([0xff, 0xfe, 0x00])})
    write(cwd, {'folder.md/x': ''})
    for (const file of ['binary.md', 'nowhere.md', 'folder.md']) {
      const result = await tenure(['record', '--import', file, '-o', 'history.yaml'], {cwd})
      expectRefusal(result)
      expect(result.err).toContain(file)
    }
    expect(pathsIn(cwd)).toEqual(['binary.md', 'folder.md', 'folder.md/x'])
  })
})
