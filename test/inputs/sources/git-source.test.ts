import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {
  annotate,
  api,
  commit,
  dated,
  folder,
  git,
  open,
  pathAt,
  rejectionOf,
  release,
  repository,
  textOf,
  unreadableReleases
} from '../source-folders.ts'

const names = (source: ReturnType<typeof open>): string[] => source.releases.map(({name}) => name)

describe('tags', () => {
  test('are read in the order of versions, with their days in the time zone', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('one')}, 'v2.9')
    annotate(root, 'v2.10', '2024-03-01T23:30:00Z')
    const id = commit(root, '2024-02-01', {'openapi.yaml': api('two')}, 'v3.0-rc.1', 'note')
    const source = open(root)
    expect(dated(source)).toEqual(['v2.9 2024-01-01', 'v2.10 2024-03-01', 'v3.0-rc.1 2024-02-01'])
    expect(dated(open(root, {timezone: 'Asia/Tokyo'}))[1]).toBe('v2.10 2024-03-02')
    expect(source).toMatchObject({kind: 'git', path: root, unread: []})
    expect(source.remarks).toEqual(['3 releases from the tags of the repository, spec at `openapi.yaml`'])
    const last = release(source, 'v3.0-rc.1')
    expect(last.commit).toEqual({id, day: '2024-02-01'})
    expect(last.place).toEqual({source: 'v3.0-rc.1:openapi.yaml'})
    const tree = last.tree()
    expect(tree.id('openapi.yaml')).toBe(git(root, ['rev-parse', 'HEAD:openapi.yaml']))
    expect(tree.id('other.yaml')).toBeUndefined()
    expect(tree.sourceOf('other.yaml')).toBe('v3.0-rc.1:other.yaml')
    expect(textOf(last)).toBe(api('two'))
  })

  test('without a version are sorted by their days, and two may be on one commit', () => {
    const root = repository()
    commit(root, '2024-02-01', {'openapi.yaml': api('one')}, 'autumn', 'alpine')
    commit(root, '2024-01-01', {'openapi.yaml': api('two')}, 'spring')
    expect(dated(open(root))).toEqual(['spring 2024-01-01', 'alpine 2024-02-01', 'autumn 2024-02-01'])
  })

  test('that were created again count from the later day, but not after the next release of their line', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('one')})
    annotate(root, 'v1.0.0', '2025-06-01')
    commit(root, '2024-02-01', {'openapi.yaml': api('two')}, 'v1.0.1')
    commit(root, '2024-03-01', {'openapi.yaml': api('three')})
    annotate(root, 'v1.1.0', '2023-01-01')
    annotate(root, 'v2.0.0', '2024-04-01')
    const source = open(root)
    expect(dated(source)).toEqual(['v1.0.0 2024-02-01', 'v1.0.1 2024-02-01', 'v1.1.0 2024-03-01', 'v2.0.0 2024-04-01'])
    expect(source.remarks[1]).toMatch(/another time than their release: `v1.0.0` and `v1.1.0`/)
    const dates = join(folder(), 'd.yaml')
    expect(rejectionOf(() => open(root, {tags: '*', dates})).message).toContain('no such file')
  })

  test('may point to other tags, and those that point to a file are ignored', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('one')})
    annotate(root, 'v1', '2024-01-02')
    git(root, ['tag', '-a', '-m', 'x', 'v2', 'v1'], '2024-01-03T00:00:00Z')
    git(root, ['tag', 'v3', 'HEAD:openapi.yaml'])
    expect(dated(open(root))).toEqual(['v1 2024-01-02', 'v2 2024-01-03'])
  })
})

describe('the API description in a repository', () => {
  test('with an unusual name is proposed: the file, or the folder of several', () => {
    const root = repository()
    commit(root, '2024-01-01', {'config/loans/a.yaml': api('a'), 'x.txt': ''}, 'v1')
    const exampleOf = () => rejectionOf(() => open(root)).problems[0]?.example
    expect(exampleOf()).toBe('--spec config/loans/a.yaml')
    commit(root, '2024-01-02', {'config/loans/b.yaml': api('b')}, 'v2')
    expect(exampleOf()).toBe("--spec 'config/loans/**'")
    commit(root, '2024-01-03', {'config/c.yaml': api('c')}, 'v3')
    expect(exampleOf()).toBe('--spec config/c.yaml')
  })

  test('is found by its usual names at the newest tag, or named with `--spec`', () => {
    const root = repository()
    commit(
      root,
      '2024-01-01',
      {'api/swagger.json': '{"swagger": "2.0"}', 'api/api.json': '{}', 'x.yaml': api('x')},
      'v1'
    )
    expect(open(root).remarks[0]).toContain('spec at `api/swagger.json`')
    commit(root, '2024-01-02', {'docs/openapi.yml': api('two')}, 'v2')
    expect(rejectionOf(() => open(root)).problems[0]).toMatchObject({
      message: 'Found 2 API descriptions in `v2`: `api/swagger.json` and `docs/openapi.yml`. Choose one with `--spec`.',
      example: '--spec api/swagger.json'
    })
    expect(names(open(root, {spec: 'x.yaml'}))).toEqual(['v1', 'v2'])
    expect(names(open(root, {spec: join(root, 'x.yaml')}))).toEqual(['v1', 'v2'])
    expect(names(open(join(root, 'docs'), {tags: '*', spec: 'openapi.yml'}))).toEqual(['v2'])
    expect(names(open(join(root, 'docs/openapi.yml'), {tags: '*'}))).toEqual(['v2'])
    expect(rejectionOf(() => open(root, {spec: 'gone.yaml'})).message).toMatch(
      /^There is no `gone.yaml` in `v2` or `v1`\./
    )
    expect(rejectionOf(() => open(root, {spec: '../x.yaml'})).message).toContain(
      'There is no `../x.yaml` in the repository'
    )
    commit(root, '2024-01-03', {'api/swagger.json': undefined, 'docs/openapi.yml': undefined}, 'v3')
    expect(rejectionOf(() => open(root, {tags: 'v3'})).message).toContain('Name one with `--spec PATH`.')
  })

  test('is no folder that only the tags have', () => {
    const root = repository()
    commit(root, '2024-01-01', {'parts/a.yaml': api('one'), 'parts/b.yaml': api('two')}, 'v1')
    rmSync(join(root, 'parts'), {recursive: true})
    expect(rejectionOf(() => open(root, {tags: '*', spec: 'parts'})).problems[0]).toMatchObject({
      message: '`parts` is a folder in `v1`. If its files are one API description, name them with a pattern.',
      example: "--spec 'parts/**'"
    })
  })

  test('is followed through moves in both directions', () => {
    const root = repository()
    commit(root, '2023-12-01', {'readme.md': 'x'}, 'v0.1')
    commit(root, '2024-01-01', {'swagger.yaml': api('one')}, 'v1')
    commit(root, '2024-01-02', {'swagger.yaml': undefined, 'api/openapi.yaml': api('one')}, 'v2')
    commit(root, '2024-01-03', {'api/openapi.yaml': undefined, 'spec/openapi.yaml': api('one')}, 'v3')
    commit(root, '2024-01-04', {'spec/openapi.yaml': undefined}, 'v4')
    commit(root, '2024-01-05', {'spec/openapi.yaml': api('five')}, 'v5')
    const paths = ['swagger.yaml', 'api/openapi.yaml', 'spec/openapi.yaml', 'spec/openapi.yaml']
    const source = open(root)
    expect(names(source)).toEqual(['v1', 'v2', 'v3', 'v4', 'v5'])
    expect(source.releases.filter(({name}) => name !== 'v4').map(pathAt)).toEqual(paths)
    expect(unreadableReleases(source)).toEqual([
      {name: 'v4', why: expect.stringMatching(/^The tag has no `spec\/openapi.yaml`, /)}
    ])
    expect(source.remarks).toContain('Before there was an API description: `v0.1`')
    git(root, ['reset', '--quiet', '--hard', 'v3'])
    const early = open(root, {tags: 'v[123]', spec: 'swagger.yaml'})
    expect(early.releases.map(pathAt)).toEqual(paths.slice(0, 3))
  })

  test('is not followed to another file with different content', () => {
    const root = repository()
    commit(root, '2024-01-01', {'swagger.json': '{"swagger": "2.0"}'}, 'v1')
    commit(root, '2024-01-02', {'swagger.json': undefined, 'openapi.yaml': api('two')}, 'v2')
    const source = open(root)
    expect(names(source)).toEqual(['v1', 'v2'])
    expect(unreadableReleases(source)).toEqual([{name: 'v1', why: expect.stringContaining('(it has `swagger.json`')}])
  })

  test('is left out if it is a symbolic link', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('one')}, 'v1')
    rmSync(join(root, 'openapi.yaml'))
    git(root, ['config', 'core.symlinks', 'true'])
    const blob = git(root, ['hash-object', '-w', '--stdin'])
    git(root, ['update-index', '--cacheinfo', `120000,${blob},openapi.yaml`])
    git(root, ['commit', '--quiet', '-m', 'link'])
    git(root, ['tag', 'v2'])
    const source = open(root, {spec: 'openapi.yaml'})
    expect(names(source)).toEqual(['v1', 'v2'])
    expect(unreadableReleases(source)).toEqual([{name: 'v2', why: expect.stringContaining('is a link')}])
  })
})

describe('a choice of tags', () => {
  test('is rejected without matching tags, or in combination with a branch', () => {
    const root = repository()
    expect(rejectionOf(() => open(root)).message).toContain(
      'has no tags. Add tags for releases, or read commits with `--releases branch:NAME`.'
    )
    commit(root, '2024-01-01', {'openapi.yaml': api('one')}, 'v1', 'api/v1', 'cli-v1')
    git(root, ['update-ref', 'refs/tags/-x', 'HEAD'])
    expect(rejectionOf(() => open(root, {tags: 'w*'})).message).toMatch(/^No tag matches `w\*`\. Tags: .*`v1`/)
    expect(names(open(root, {tags: '-x'}))).toEqual(['-x'])
    expect(names(open(root, {tags: 'api*'}))).toEqual(['api/v1'])
    expect(names(open(root))).toEqual(['v1'])
    expect(open(root).remarks[1]).toBe('Other tags are left out: `api/v1` and `cli-v1` (`--releases` chooses)')
    expect(rejectionOf(() => open(root, {tags: 'v*', branch: 'main'})).message).toContain('Use one of them.')
    expect(rejectionOf(() => open(folder({'a.yaml': api('a')}), {tags: '*'})).message).toContain(
      "isn't in a git repository"
    )
  })
})

describe('tags with the same version', () => {
  test('on one commit are one release, named like the others', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('one')}, '1.0.0', 'v1.0.0')
    commit(root, '2024-01-02', {'openapi.yaml': api('two')}, 'v1.1.0', 'v1')
    const source = open(root)
    expect(names(source)).toEqual(['v1.0.0', 'v1.1.0'])
    expect(source.remarks.slice(1)).toEqual([
      'Tags of one version and one commit are one release: `v1.0.0` and `1.0.0`',
      'Tags that move to the newest release are left out: `v1`'
    ])
  })

  test('on different commits are rejected first, with a pattern that works', () => {
    const root = repository()
    commit(root, '2024-01-01', {'readme.md': 'x'}, '1.0.0')
    commit(root, '2024-01-02', {'readme.md': 'y'}, 'v1.0.0')
    commit(root, '2024-01-03', {'readme.md': 'z'}, 'v1.1.0', 'vacation')
    const rejected = rejectionOf(() => open(root))
    expect(rejected.problems[0]).toMatchObject({
      message:
        "The tags `1.0.0` and `v1.0.0` are one version on different commits. Choose between them with `--releases 'tags:v[0-9]*'`, or with `tags: 'v[0-9]*'` in `tenure.yaml`.",
      example: "--releases 'tags:v[0-9]*'"
    })
    commit(root, '2024-01-04', {'openapi.yaml': api('one')}, 'v1.2.0')
    expect(names(open(root, {tags: 'v[0-9]*'}))).toEqual(['v1.2.0'])
  })

  test('are rejected with one to leave out if they have one spelling', () => {
    const root = repository()
    commit(root, '2023-01-01', {'readme.md': 'w'}, '2018.09')
    commit(root, '2024-01-01', {'readme.md': 'x'}, 'v1.0')
    commit(root, '2024-01-02', {'readme.md': 'y'}, 'v1.0-release-check')
    commit(root, '2024-01-03', {'openapi.yaml': api('one')}, 'v1.1')
    expect(rejectionOf(() => open(root)).problems[0]).toMatchObject({
      message: expect.stringContaining('Delete one of them, or leave it out with `tags` in `tenure.yaml`.'),
      example: 'tags: ["v*", "!v1.0-release-check"]'
    })
    expect(names(open(root, {usualTags: ['v*', '!v1.0-release-check']}))).toEqual(['v1.1'])
  })
})

describe('tags of one release line', () => {
  test('are reported if their commits are in the reverse order', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('one')}, 'v1.0.0')
    commit(root, '2024-01-02', {'openapi.yaml': api('two')}, 'v1.0.2')
    commit(root, '2024-01-03', {'openapi.yaml': api('three')}, 'v1.0.1')
    expect(open(root).remarks).toContain(
      '`v1.0.2` is on an older commit than `v1.0.1`, so the changes between them are read backward. Check these tags, or choose others with `--releases`.'
    )
  })
})

describe('a branch', () => {
  test('gives a release for each first-parent commit that changed the API description', () => {
    const root = repository()
    const one = commit(root, '2024-01-01', {'swagger.yaml': api('one')})
    commit(root, '2024-01-02', {'readme.md': 'x'})
    const two = commit(root, '2024-01-03T01:00:00Z', {'swagger.yaml': undefined, 'openapi.yaml': api('one')})
    git(root, ['checkout', '--quiet', '-b', 'side'])
    commit(root, '2024-01-03T02:00:00Z', {'openapi.yaml': api('side')})
    git(root, ['checkout', '--quiet', 'main'])
    git(root, ['merge', '--quiet', '--no-ff', '-m', 'merged', 'side'], '2024-01-03T03:00:00Z')
    const three = git(root, ['rev-parse', 'HEAD'])
    const source = open(root, {branch: 'main'})
    expect(dated(source)).toEqual([
      `2024-01-01 (${one.slice(0, 7)}) 2024-01-01`,
      `2024-01-03 (${two.slice(0, 7)}) 2024-01-03`,
      `2024-01-03 (${three.slice(0, 7)}) 2024-01-03`
    ])
    expect(source.releases.map(pathAt)).toEqual(['swagger.yaml', 'openapi.yaml', 'openapi.yaml'])
    expect(source.remarks[0]).toBe(
      '3 releases from the commits of the branch `main` that changed `openapi.yaml` and `swagger.yaml`'
    )
    expect(rejectionOf(() => open(root, {branch: '--all'})).message).toBe(
      'There is no branch `--all` (there is `main` and `side`).'
    )
  })
})

describe('a git clone', () => {
  test('that is shallow is read in part, and rejected without a tag', () => {
    const root = repository()
    commit(root, '2024-01-01', {'openapi.yaml': api('1')}, 'v1')
    commit(root, '2024-01-02', {'openapi.yaml': api('2')})
    const clone = folder()
    git(clone, ['clone', '--quiet', '--depth=1', `file://${root}`, '.'])
    expect(rejectionOf(() => open(clone)).message).toMatch(
      /is shallow and has no tags.*`git fetch --unshallow --tags`, or `fetch-depth: 0`/
    )
    git(root, ['tag', 'v2'])
    git(clone, ['fetch', '--quiet', '--depth=1', 'origin', 'tag', 'v2'])
    const source = open(clone)
    expect(names(source)).toEqual(['v2'])
    expect(source.unread).toHaveLength(1)
    expect(source.remarks.at(-1)).toContain('The clone is shallow')
  })

  test('that lacks files leaves releases out without fetching', () => {
    const root = repository()
    git(root, ['config', 'uploadpack.allowFilter', 'true'])
    commit(root, '2024-01-01', {'openapi.yaml': api('1')}, 'v1')
    commit(root, '2024-01-02', {'openapi.yaml': api('2')}, 'v2')
    const clone = folder()
    git(clone, ['clone', '--quiet', '--filter=blob:none', `file://${root}`, '.'])
    const source = open(clone)
    expect(source.service).toBe(root.split('/').at(-1))
    expect(names(source)).toEqual(['v1', 'v2'])
    expect(unreadableReleases(source)).toEqual([{name: 'v1', why: expect.stringContaining('Fetch it.')}])
  })

  test('that is bare is read like any other', () => {
    const root = repository()
    commit(root, '2024-01-01', {'api/openapi.yaml': api('1')}, 'v1')
    const bare = folder()
    git(bare, ['clone', '--quiet', '--bare', root, '.'])
    expect(textOf(release(open(bare), 'v1'))).toBe(api('1'))
  })
})
