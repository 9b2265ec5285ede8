import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {git} from '../../gate/scenario.ts'
import {LIBRARY} from '../library.ts'
import {expectRefusal, folder, pathsIn, REPOSITORY, tenure, write} from '../run.ts'

const SPEC =
  'openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths: {/v1/loans: {get: {responses: {"200": {description: All}}}}}\n'
const PAGE = '# Changes\n\n<!-- tenure all -->\n<!-- /tenure -->\n'
const POLICY =
  'format: 1\nname: our-promise\nstabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 1 month}}\n'

const read = (cwd: string, name = 'tenure.yaml'): string => readFileSync(join(cwd, name), 'utf8')

describe.concurrent('init', () => {
  it('creates a history next to a description', async () => {
    const cwd = folder({'openapi.yaml': SPEC, 'config.yaml': 'not: an API\n'})
    const {code, out, err} = await tenure(['init'], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toBe(
      'Wrote api-history/service.yaml and tenure.yaml for Lending Library API, with the policy thirteen-months.\n' +
        'To change the policy, set `policy:` to a preset (atlassian, azure, github-rest, gitlab-rest, and 8 more) or a file of your own.\n' +
        'Found 1 API description (openapi.yaml).\n' +
        'Record the current state as the first release: `tenure record --release 1.0`\n' +
        "Deprecate an endpoint: `tenure deprecate 'GET /path'` · check a change: `tenure check`\n"
    )
    expect(read(cwd)).toBe('format: 1\nhistory: api-history\nspec: openapi.yaml\npolicy: thirteen-months\n')
    expect(read(cwd, 'api-history/service.yaml')).toContain('\nservice: "Lending Library API"\n')
    expect(await tenure(['check', '--base', 'openapi.yaml'], {cwd})).toMatchObject({code: 0, err: ''})
    const deprecated = await tenure(['deprecate', 'GET /v1/loans', '--replacement', 'none'], {cwd})
    expect(deprecated).toMatchObject({code: 0, err: ''})
    expect(pathsIn(cwd)).toContain('api-history/next/get-v1-loans.yaml')
    expect((await tenure(['record', '--release', '1.0', '--date', '2026-11-01'], {cwd})).code).toBe(0)
    expect(pathsIn(cwd)).toContain('api-history/releases/1.0.yaml')
    expect((await tenure(['audit'], {cwd})).code).toBe(0)
  })

  it('uses the history, policy, description, and pages that it finds', async () => {
    const cwd = folder({
      'api/openapi.json': JSON.stringify({openapi: '3.1.0', info: {title: 'Loans', version: '1'}, paths: {}}),
      'api/history.yaml': LIBRARY,
      'policy.yaml': POLICY,
      'docs/CHANGES.md': PAGE,
      'README.md': 'In a fence it is none:\n\n```\n<!-- tenure all -->\n<!-- /tenure -->\n```\n',
      'node_modules/other/openapi.yaml': SPEC,
      'test/openapi.yaml': SPEC
    })
    const {code, out} = await tenure(['init'], {cwd})
    expect(code).toBe(0)
    expect(out).toContain(
      'Found 1 API description (api/openapi.json), 1 history (api/history.yaml), 1 page with managed sections (docs/CHANGES.md), and a policy (policy.yaml).'
    )
    expect(out).toMatch(/^Wrote tenure\.yaml for Lending Library API, with the policy policy\.yaml\.\n/)
    expect(read(cwd)).toBe(`format: 1
history: api/history.yaml
spec: api/openapi.json
policy: policy.yaml
rendered:
  - docs/CHANGES.md
`)
    expect(read(cwd, 'api/history.yaml')).toBe(LIBRARY)
    const outdated = await tenure(['check', '--base', 'api/openapi.json', '--as-of', '2026-03-02'], {cwd})
    expect(outdated.code).toBe(1)
    expect(outdated.out).toContain('→ Run `tenure changelog --write docs/CHANGES.md`.')
    expect(outdated.out).toContain('docs/CHANGES.md:4:1  stale-page')
    await tenure(['changelog', '--write', 'docs/CHANGES.md', '--as-of', '2026-03-02'], {cwd})
    const updated = await tenure(['check', '--base', 'api/openapi.json', '--as-of', '2026-03-02'], {cwd})
    expect(updated.code).toBe(0)
  })

  it('lists pages that must exist and have managed sections', async () => {
    const config = 'format: 1\nspec: none\nrendered: [CHANGES.md]\n'
    const missingPage = await tenure(['check'], {cwd: folder({'history.yaml': LIBRARY, 'tenure.yaml': config})})
    expectRefusal(missingPage)
    expect(missingPage.err).toMatch(/^tenure\.yaml:3:12: Can't read `CHANGES\.md`/)
    const withoutSection = await tenure(['check'], {
      cwd: folder({'history.yaml': LIBRARY, 'tenure.yaml': config, 'CHANGES.md': '# Changes\n'})
    })
    expectRefusal(withoutSection)
    expect(withoutSection.err).toMatch(/^CHANGES\.md: The file has no managed section/)
  })

  it('keeps the policy of the history, and accepts a history folder', async () => {
    const [head = ''] = LIBRARY.split('releases:\n')
    const cwd = folder({'service.yaml': `${head}policy: zalando\n`, 'releases/1.0.yaml': 'release: "1.0"\n'})
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain(
      'Wrote tenure.yaml for Lending Library API, with the policy zalando.\nFound 1 history (service.yaml).\n'
    )
    expect(read(cwd)).toBe('format: 1\nhistory: .\n')
    expect((await tenure(['audit'], {cwd})).out).toMatch(/^[✖?✔] .*\(policy: zalando\)\n/)
  })

  it('names several APIs, and `--api` selects one', async () => {
    const cwd = folder({
      'lending/openapi.yaml': SPEC,
      'lending/history.yaml': LIBRARY,
      'fees/openapi.yaml': SPEC,
      'fees/deep/openapi.yaml': SPEC
    })
    const planned = await tenure(['init', '--policy', 'zalando', '--dry-run'], {cwd})
    expect(planned.out.match(/fees\/deep\/openapi\.yaml/g)).toHaveLength(1)
    const {code, out} = await tenure(['init', '--policy', 'zalando'], {cwd})
    expect(code).toBe(0)
    expect(out).toContain("`tenure deprecate 'GET /path' --api deep`")
    expect(out).toContain(
      '\nName the team of each API with `owner:`, or in a file `CODEOWNERS`, to have findings and reports by owner.\n'
    )
    expect(out).toContain(
      'Found 3 API descriptions and 1 history (lending/history.yaml).\n' +
        '  deep: fees/deep/openapi.yaml\n  fees: fees/openapi.yaml\n  lending: lending/openapi.yaml\n'
    )
    expect(read(cwd)).toBe(`format: 1
policy: zalando
apis:
  - name: deep
    spec: fees/deep/openapi.yaml
  - name: fees
    spec: fees/openapi.yaml
  - name: lending
    spec: lending/openapi.yaml
    history: lending/history.yaml
`)
    const checked = await tenure(['check', '--as-of', '2026-03-02'], {cwd})
    // Outside of git, nothing can be compared.
    expect(checked).toMatchObject({code: 2, err: ''})
    expect(checked.out).toMatch(
      /^\? No violations in 3 APIs; 3 couldn't be compared in full\n\n {2}API [\s\S]*\n# deep\n[\s\S]*\n# fees\n[\s\S]*fees\/openapi\.yaml[\s\S]*\n# lending\n[\s\S]*lending\/history\.yaml/
    )
    const files = await tenure(['check', '--format', 'stylish,sarif=out.sarif', '--as-of', '2026-03-02'], {cwd})
    expect(files).toMatchObject({code: 2, err: ''})
    expect(pathsIn(cwd)).toEqual(expect.arrayContaining(['out.sarif']))
    const json = await tenure(['check', '--format', 'json'], {cwd})
    expect(JSON.parse(json.out).apis.map(({name}: {name: string}) => name)).toEqual(['deep', 'fees', 'lending'])
    expect((await tenure(['due', '--api', 'lending'], {cwd})).out).toContain('lending/history.yaml')
    // Two of the three have no history yet.
    const withoutApi = await tenure(['due'], {cwd})
    expect(withoutApi).toMatchObject({code: 2, out: expect.stringMatching(/ in 1 API; 2 APIs couldn't be read\n/)})
    const misspelled = await tenure(['due', '--api', 'lendin'], {cwd})
    expectRefusal(misspelled)
    expect(misspelled.err).toContain('. Did you mean `lending`?')
  })

  it('suggests recording from tags, and prints steps for the CI services of the repository', async () => {
    const cwd = folder({
      'openapi.yaml': SPEC,
      '.github/workflows/test.yml': '',
      '.gitlab-ci.yml': '',
      '.buildkite/other.yml': '',
      '.circleci/config.yml': '',
      '.woodpecker/test.yaml': '',
      Jenkinsfile: '',
      '.pre-commit-config.yaml': ''
    })
    await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
    await git(cwd, ['add', '--all'])
    await git(cwd, ['-c', 'user.name=a', '-c', 'user.email=a@library.example', 'commit', '--quiet', '--message', 'One'])
    await git(cwd, ['tag', 'v1.0'])
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain('a git repository with 1 tag.')
    expect(out).toContain('Wrote tenure.yaml for Lending Library API')
    expect(out).toContain('Record the past from the tags: `tenure record --all`')
    expect(read(cwd)).toBe('format: 1\nspec: openapi.yaml\ntags: "v*"\npolicy: thirteen-months\n')
    expect(out).toContain(
      'In CI (.github/workflows/tenure.yml, .gitlab-ci.yml, Jenkinsfile, .buildkite/pipeline.yml, .circleci/config.yml, .woodpecker/tenure.yml, .pre-commit-config.yaml), fetch the whole git history, and run `tenure check` by a `tenure` that is installed outside of the checkout'
    )
    expect(out).toContain(
      'Complete files to copy: docs/guide/gate-on-github.md, docs/guide/gate-on-gitlab.md, docs/guide/gate-elsewhere.md.'
    )
    // npm would run packages of the change or of a stranger who owns the name.
    expect(out).not.toMatch(/npm (?:ci|install)|npx|tenure@\d/)
    expect((await tenure(['audit', '.', '--spec', 'openapi.yaml'], {cwd})).code).toBe(0)
  })

  it('uses no package outside of the repository', async () => {
    const top = folder({'node_modules/tenure/schemas/tenure.schema.json': '{}'})
    const cwd = join(top, 'service')
    write(cwd, {'openapi.yaml': SPEC, '.git/HEAD': 'ref: refs/heads/main\n'})
    const {out} = await tenure(['init'], {cwd})
    expect(out).not.toContain('npx')
    expect(read(cwd)).not.toContain('$schema=../node_modules')
  })

  it.each([
    ['in the same folder', '', 'api/openapi.yaml', ''],
    ['in a parent folder', '../../', 'openapi.yaml', 'services/loans']
  ])('points editors to the schemas of an installed package: %s', async (_, up, spec, subfolder) => {
    const top = folder({
      'package-lock.json': '{}',
      'node_modules/tenure/schemas/tenure.schema.json': readFileSync(join(REPOSITORY, 'schemas/tenure.schema.json')),
      'node_modules/tenure/schemas/service.schema.json': readFileSync(join(REPOSITORY, 'schemas/service.schema.json'))
    })
    const cwd = join(top, subfolder)
    write(cwd, {[spec]: SPEC, '.github/workflows/test.yml': '', '.gitlab-ci.yml': '', '.pre-commit-config.yaml': ''})
    const {out} = await tenure(['init'], {cwd})
    for (const [name, file] of [
      ['tenure', 'tenure.yaml'],
      ['service', 'api-history/service.yaml']
    ] as const) {
      const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(read(cwd, file)) ?? []
      expect(path).toBe(`${dirname(file) === '.' ? '' : '../'}${up}node_modules/tenure/schemas/${name}.schema.json`)
      const validate = new Ajv2020({strict: false}).compile(JSON.parse(read(cwd, join(dirname(file), path))))
      expect(validate(parse(read(cwd, file)))).toBe(true)
    }
    expect(out).not.toContain('npm install')
    // The comment stays when a command edits the file.
    expect((await tenure(['check', '--base', spec], {cwd})).code).toBe(0)
    expect((await tenure(['record', '--release', '1.0'], {cwd})).code).toBe(0)
    expect(read(cwd, 'api-history/service.yaml')).toMatch(/^# yaml-language-server: /)
  })

  it('writes nothing with `--dry-run`', async () => {
    const cwd = folder({'openapi.yaml': SPEC})
    const {out} = await tenure(['init', '--dry-run'], {cwd})
    expect(out).toMatch(/^Would write api-history\/service\.yaml and tenure\.yaml for /)
    expect(out).toContain('tenure.yaml:\n  format: 1\n  history: api-history\n')
    expect(pathsIn(cwd)).toEqual(['openapi.yaml'])
  })

  it('overwrites a configuration only with `--force`, and never a history', async () => {
    const cwd = folder({'tenure.yaml': 'format: 1\n', 'history.yaml': LIBRARY})
    expectRefusal(await tenure(['init'], {cwd}))
    expect(read(cwd)).toBe('format: 1\n')
    expect((await tenure(['init', '--force'], {cwd})).code).toBe(0)
    expect(read(cwd)).toBe('format: 1\nhistory: history.yaml\npolicy: thirteen-months\n')
    expect(read(cwd, 'history.yaml')).toBe(LIBRARY)
  })
})
