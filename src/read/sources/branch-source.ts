import {refuse} from '../../model/input-error.ts'
import {dayAt} from '../../model/time/date-range.ts'
import {count} from '../../text/format-values.ts'
import {isProgram} from '../document/is-server-code.ts'
import {ask} from '../git/git.ts'
import {firstChanged, sinceFirst} from '../git/rename-history.ts'
import {absentFrom, blobsAt, type Spot} from '../git/trees.ts'
import {findSpec, pathsMeant} from './find-spec.ts'
import type {GitOptions, SourceRepository} from './git-repository.ts'
import {beforeClone, lackOf, nowhere, revisionAt, SHALLOW} from './revisions.ts'
import {type Source, type SourceRelease, unreadRelease} from './source.ts'
import {installedNow, some} from './source-messages.ts'

/** The description in the commits of a branch. */
export function onBranch(
  path: string,
  repository: SourceRepository,
  branch: string,
  spec: string | undefined,
  {dates, timezone}: GitOptions
): Source {
  if (dates !== undefined) throw refuse('Unexpected `--dates` beside `--branch`, expected it for tags or files only')
  const {root, isShallow, isPartial, service} = repository
  const tip = tipOf(repository, branch)
  const meant =
    spec === undefined ? [findSpec(repository, [{name: branch, commit: {id: tip}}])] : pathsMeant(repository, spec)
  const own = firstChanged(root, tip, meant)
  // Code is more than its entry: any commit may have changed it.
  const commits = meant.some(isProgram) ? sinceFirst(root, tip, own) : own
  const blobs = blobsAt(
    root,
    commits.map(({id, path: stood}) => ({commit: id, path: stood}))
  )
  if (!blobs.some(Boolean)) throw nowhere(repository, meant, [{name: branch, commit: {id: tip}}])
  const spots = commits.map(({id, path: stood}): Spot => ({commit: id, path: stood}))
  const absent = isPartial ? absentFrom(root, spots) : new Set<string>()
  const gone: string[] = []
  const releases = commits.flatMap((commit, index): SourceRelease[] => {
    const {name, day} = releaseNameOf(commit.id, commit.time, timezone)
    const place = {source: `${commit.id.slice(0, 7)}:${commit.path}`}
    const blob = blobs[index]
    const why = blob && lackOf(blob, absent)
    if (!blob) gone.push(name)
    if (!blob) return []
    const release = {...revisionAt(root, commit, blob, timezone), name, date: day, place}
    return [why === undefined ? release : unreadRelease(release, why)]
  })
  return {
    kind: 'git',
    path,
    service,
    releases,
    left: isShallow ? [beforeClone(path)] : [],
    remarks: [
      `${count(releases.length, 'release')} from the commits of the branch \`${branch}\` that ${meant.some(isProgram) ? 'have' : 'changed'} ` +
        `${some([...new Set(commits.map(({path: stood}) => stood))].reverse())}`,
      ...installedNow(meant),
      ...(gone.length > 0 ? [`The API description was taken away in ${some(gone)}`] : []),
      ...(isShallow ? [SHALLOW] : [])
    ],
    // Each change is a release of its own.
    between: () => []
  }
}

/** The commit that a branch, here or at the remote, stands at. */
function tipOf({root, named, branch}: SourceRepository, name: string): string {
  const list = ask(root, ['for-each-ref', '--format=%(refname)%00%(objectname)', 'refs/heads', 'refs/remotes'])
  const branches = new Map(
    (list?.toString('utf8') ?? '').split('\n').flatMap((each): [string, string][] => {
      const [ref, id] = each.split('\0')
      return ref && id ? [[ref, id]] : []
    })
  )
  const meant = ['refs/heads/', 'refs/remotes/origin/', 'refs/remotes/', ''].map(start => `${start}${name}`)
  const ref = meant.find(each => branches.has(each))
  const head = name === 'HEAD' || ref === undefined ? undefined : branches.get(ref)
  const id = name === 'HEAD' ? ask(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']) : head
  if (id !== undefined) return id.toString('utf8').trim()
  const names = [...branches.keys()].map(each => each.replace(/^refs\/(heads|remotes)\//, ''))
  const known = names.length > 0 ? `one of ${some(names)}` : 'one with commits'
  throw refuse(`Unexpected branch \`${name}\`, expected ${known}`, {source: named}, `--branch ${shortly(branch)}`)
}

const shortly = (branch = 'main'): string => branch.replace(/^refs\/(heads|remotes\/origin)\//, '')

/** What a commit is called as a release: it begins with its day, so that it counts as dated. */
function releaseNameOf(id: string, time: number, timezone: string): {name: string; day: string} {
  const day = dayAt(new Date(time * 1000), timezone)
  return {name: `${day} (${id.slice(0, 7)})`, day}
}
