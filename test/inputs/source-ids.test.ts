import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {findFileTree} from '../../src/documents/file-tree.ts'
import {HERE} from '../here.ts'
import {api, commit, folder, git, open, repository, write} from './source-folders.ts'

const standardInput = (): Buffer => Buffer.from('a')

describe('the ID of a file', () => {
  test('depends only on its bytes, which are read once for both the ID and the content', () => {
    const root = folder({'tenure.yaml': '', 'a.yaml': 'one', 'b.yaml': 'one', 'c.yaml': 'two'})
    const tree = findFileTree(HERE, join(root, 'a.yaml'), standardInput)
    expect(tree.id('a.yaml')).toMatch(/^[\da-f]{64}$/)
    expect(tree.id('b.yaml')).toBe(tree.id('a.yaml'))
    expect(tree.id('c.yaml')).not.toBe(tree.id('a.yaml'))
    expect(tree.id('gone.yaml')).toBeUndefined()
    write(root, {'a.yaml': 'new'})
    expect(tree.read('a.yaml').toString()).toBe('one')
    expect(tree.read('a.yaml').toString()).toBe('new')
    const input = findFileTree(HERE, '-', standardInput)
    expect(input.id('-')).toMatch(/^[\da-f]{64}$/)
  })
})

describe('git', () => {
  test('is started only a few times for hundreds of tags', () => {
    const root = repository()
    const id = commit(root, '2024-01-01', {'openapi.yaml': api('one')})
    const refs = Array.from({length: 200}, (_, index) => `create refs/tags/v1.${index} ${id}\n`).join('')
    write(root, {'.git/refs.txt': refs})
    git(root, ['config', 'alias.many', '!git update-ref --stdin < .git/refs.txt'])
    git(root, ['many'])
    const trace = join(folder(), 'trace')
    const traced = {...HERE, git: HERE.git.with({GIT_TRACE2_EVENT: trace})}
    const source = open(root, {}, traced)
    const ids = source.releases.map(({tree}) => tree().id('openapi.yaml'))
    expect(new Set(ids).size).toBe(1)
    expect(source.releases).toHaveLength(200)
    const starts = readFileSync(trace, 'utf8')
      .split('\n')
      .filter(line => line.includes('"event":"start"'))
    expect(starts.length).toBeGreaterThan(0)
    expect(starts.length).toBeLessThanOrEqual(12)
  })
})
