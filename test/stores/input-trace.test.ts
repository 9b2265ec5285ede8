import {execFileSync} from 'node:child_process'
import {rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {traceWorkspace, type Workspace} from '../../src/stores/files/workspace.ts'
import type {Inputs} from '../../src/stores/input-trace.ts'
import {folder} from '../cli/run.ts'
import {HERE} from '../here.ts'

const stateOf = (path: string, aspect: string): string =>
  aspect === 'refs' ? HERE.git.reopen().describeRefs(path) : HERE.files.describe(path, aspect as 'bytes')

/** The files, folders, and repositories that the work reads, with their states. */
function inputsOf(work: (workspace: Workspace) => void): Inputs {
  const {workspace, inputs} = traceWorkspace({...HERE, git: HERE.git.reopen()})
  work(workspace)
  return inputs()
}

/** Paths and aspects whose state has changed. */
function changed(inputs: Inputs): string[] {
  return Object.entries(inputs).flatMap(([path, aspects]) =>
    Object.entries(aspects).flatMap(([aspect, recordedState]) =>
      stateOf(path, aspect) === recordedState ? [] : [`${path} ${aspect}`]
    )
  )
}

describe('traced inputs', () => {
  it('are unchanged until a file or folder changes', () => {
    const path = folder({'a.yaml': 'a', 'in/b.yaml': 'b'})
    const at = (name: string): string => join(path, name)
    const inputs = inputsOf(({files}) => {
      expect(() => files.readText(at('none.yaml'))).toThrow()
      files.realPath(at('a.yaml'))
      expect(files.readText(at('a.yaml'))).toBe('a')
      expect(files.listFolder(path)).toEqual(['a.yaml', 'in'])
      expect(files.exists(at('releases.json'))).toBe(false)
      expect(files.isFolder(at('in'))).toBe(true)
    })
    expect(changed(inputs)).toEqual([])

    writeFileSync(at('in/c.yaml'), 'c')
    expect(changed(inputs)).toEqual([])
    writeFileSync(at('a.yaml'), 'other')
    expect(changed(inputs)).toEqual([`${at('a.yaml')} bytes`])
    writeFileSync(at('a.yaml'), 'a')
    expect(changed(inputs)).toEqual([])
    writeFileSync(at('none.yaml'), '')
    expect(changed(inputs)).toEqual([`${path} names`, `${at('none.yaml')} bytes`])
    rmSync(at('none.yaml'))
    writeFileSync(at('releases.json'), '')
    expect(changed(inputs)).toEqual([`${path} names`, `${at('releases.json')} kind`])
    rmSync(at('releases.json'))
    rmSync(at('a.yaml'))
    symlinkSync('in/b.yaml', at('a.yaml'))
    writeFileSync(at('in/b.yaml'), 'a')
    expect(changed(inputs)).toEqual([`${at('a.yaml')} real`])
  })

  it('are changed if a file changed while it was read, whatever it contains later', () => {
    const path = join(folder({'a.yaml': 'a'}), 'a.yaml')
    const inputs = inputsOf(({files}) => {
      files.readText(path)
      writeFileSync(path, 'b')
      files.readText(path)
    })
    expect(changed(inputs)).toEqual([`${path} bytes`])
    writeFileSync(path, 'a')
    expect(changed(inputs)).toEqual([`${path} bytes`])
  })

  it('of a repository are its tags and branches', () => {
    const path = folder({'in/a.yaml': 'a'})
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: path})
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    const inputs = inputsOf(({git: own}) => own.run(join(path, 'in'), ['log', '--format=%H']))
    expect(changed(inputs)).toEqual([])
    writeFileSync(join(path, 'in/a.yaml'), 'b')
    expect(changed(inputs)).toEqual([])
    git('tag', 'v1')
    expect(changed(inputs)).toEqual([`${path} refs`])
    git('tag', '-d', 'v1')
    git('commit', '-qam', 'second')
    expect(changed(inputs)).toEqual([`${path} refs`])
  })
})
