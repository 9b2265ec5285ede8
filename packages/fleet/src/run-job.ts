import {auditSession} from '@tenure/core/app/audit'
import {readApiOwners} from '@tenure/core/app/owner-filter'
import {openObserved} from '@tenure/core/app/session/descriptions'
import {locateHistory} from '@tenure/core/app/session/history-path'
import {policyForHistory, policyWithoutHistory} from '@tenure/core/app/session/policy'
import {readsDescriptions} from '@tenure/core/app/session/select-source'
import {createSession, type Session} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import type {YamlText} from '@tenure/core/documents/yaml/yaml-file'
import {type PolicyFile, presets, readPolicyText} from '@tenure/core/inputs/config/policy-file'
import {readHistoryFacts} from '@tenure/core/inputs/history/facts-files'
import {validateYaml} from '@tenure/core/inputs/history/fields'
import {type HistoryFile, readHistory, readHistoryText} from '@tenure/core/inputs/history/file'
import {openListedSource} from '@tenure/core/inputs/sources/listed-source'
import {openReleases} from '@tenure/core/inputs/sources/open-source'
import {defined} from '@tenure/core/model/defined'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {formatPointer} from '@tenure/core/model/location'
import {ContentIds, readingOf} from '@tenure/core/observations/content-ids'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {type ApiJob, openConfigured} from './configured-job.ts'
import {createFacts} from './facts.ts'
import {type Answer, type AnswerError, type Job, jobSchema} from './job.ts'
import type {FactTables} from './tables.ts'

/**
 * Audits one API, as a job describes it. If something can't be read, the answer is an error. The answer depends only on
 * the job and on what it names, and not on a `tenure.yaml` or earlier jobs.
 */
export const runJob = (job: unknown, context: Context): Promise<Answer> =>
  answerJob(idOf(job), () => parseJob(job), context)

/** Audits one API in the same way. `read` returns its job. */
export async function answerJob(id: string | null, read: () => ApiJob, context: Context): Promise<Answer> {
  try {
    // The repository may have changed since the last job.
    const own = {...context, git: context.git.reopen(), progress: () => undefined}
    return {id, tables: await readFacts(read(), own)}
  } catch (error) {
    return {id, error: describeError(error)}
  }
}

const idOf = (job: unknown): string | null =>
  typeof job === 'object' && job !== null && 'id' in job && typeof job.id === 'string' && job.id !== '' ? job.id : null

/** Error of an answer. Several problems are one message, with the place of the first that has a line. */
export function describeError(error: unknown): AnswerError {
  if (!(error instanceof InputError))
    return {message: `tenure failed: ${error instanceof Error ? error.message : String(error)}`}
  const {problems} = error
  const {source, line, column} = (problems.find(({place}) => place?.line !== undefined) ?? problems[0])?.place ?? {}
  return defined({message: problems.map(({message}) => message).join('\n'), source, line, column})
}

export const NO_JOB = 'A job must be a JSON object with an `id`, and with `releases`, a `source`, or a `history`.'

/** Throws an `InputError` that names each unknown key and each wrong value. */
export function parseJob(job: unknown): Job {
  if (typeof job !== 'object' || job === null || Array.isArray(job)) throw inputError(NO_JOB)
  const problems = validateYaml(asFile('job', job), jobSchema, job, [], {owner: 'a job'})
  if (problems.length > 0) throw placeInJob(new InputError(problems), '')
  return job as Job
}

const asFile = (source: string, value: unknown): YamlText => {
  const place: YamlText['place'] = path => ({source, pointer: formatPointer(path)})
  return {source, value, place, where: place}
}

/** A job has no lines, so its problems begin with the JSON pointer of the value that has the problem. */
const placeInJob = ({problems}: InputError, base: string): InputError =>
  new InputError(
    problems.map(({message, place}) => {
      const pointer = `${base}${place?.pointer ?? ''}`
      // The message names the last key.
      const owner = /\/\d+$/.test(pointer) ? pointer : pointer.slice(0, pointer.lastIndexOf('/'))
      return {message: owner === '' ? message : `${owner}: ${message}`}
    })
  )

async function readFacts(job: ApiJob, context: Context): Promise<FactTables> {
  const session = await ('config' in job ? openConfigured(job, context) : openJob(job, context))
  const {config, history} = session
  const isAnnounced = history.lifecycles.some(({tenures}) => (tenures.at(-1)?.announcements.length ?? 0) > 0)
  // Without a configuration, only the API has owners. `CODEOWNERS` is in the job, so that a new one changes few jobs.
  const known = config && {...config, owner: job.owner ?? ''}
  const owners = known && isAnnounced ? await readApiOwners({known}, context, history) : undefined
  return createFacts(job, session, auditSession(session, context), owners)
}

async function openJob(job: Job, context: Context): Promise<Session> {
  const {releases, source, history, spec, tags, branch, dates} = job
  const choice = {source, spec, tags, branch, dates}
  const isObserved =
    releases !== undefined ||
    (source !== undefined &&
      readsDescriptions(context.files, {...choice, history: history === undefined ? undefined : 'given'}))
  const written = isObserved ? readWritten(context, history) : readWritten(context, history ?? source)
  if (written && !isObserved && source !== undefined && history !== undefined)
    throw inputError(`\`history\` can't be combined with \`${source}\`, which is a history too. Use one of them.`)
  const judge = choosePolicy(context.files, job, written)
  const {policy, assumed} = judge
  const asOf = job.asOf ?? context.today(policy.timezone)
  if (!isObserved && written) {
    const facts = written.isText ? undefined : readHistoryFacts(context.files, written.file, written.path)
    return createSession(context, {config: undefined, ...written, facts, judge}, asOf)
  }
  const cache = context.cache()
  const selected = {
    source: releases
      ? openListedSource(context, job.id, releases, policy.timezone)
      : openReleases(context, source ?? '.', {...choice, timezone: policy.timezone}),
    policy,
    assumed,
    asOf,
    ids: new ContentIds(cache, readingOf(undefined, policy))
  }
  const recorded = written && {file: written.file, ...(written.isText ? {} : {path: written.path})}
  const session = await openObserved({written: recorded, inPolicy: judge.locate}, context, selected, [spec])
  const [first] = session.leftOut
  const isRead = session.history.timeline.entries.some(({kind, unread}) => kind === 'release' && !unread)
  if (first && !isRead) throw inputError(first.why, first.place)
  return session
}

interface WrittenHistory {
  readonly file: HistoryFile
  readonly path: string
  readonly isText?: true
}

function readWritten(workspace: Workspace, history: Job['history']): WrittenHistory | undefined {
  if (history === undefined) return undefined
  if (typeof history === 'string') {
    const path = locateHistory(workspace, history)
    return {file: readHistory(workspace.files, path), path}
  }
  const path = history.name ?? 'history.yaml'
  return {file: readHistoryText(history.text, path), path, isText: true}
}

/**
 * Policy of a job. If it is given as a text, it may be or extend a preset only, because a text from elsewhere must not
 * name files of this machine.
 */
function choosePolicy(
  files: Files,
  {policy}: Job,
  written: WrittenHistory | undefined
): PolicyFile & {readonly assumed: boolean} {
  if (typeof policy === 'object') {
    requirePreset(policy.extends, '/policy')
    return {...readInlinePolicy(files, policy), assumed: false}
  }
  if (written && !written.isText) return policyForHistory(files, {policy}, written.file, written.path, undefined)
  const declared = written?.file.declared.policy
  if (policy === undefined) requirePreset(declared, '/history')
  return policyWithoutHistory(files, {policy: policy ?? declared}, undefined)
}

function requirePreset(name: unknown, pointer: string): void {
  const known = presets()
  if (typeof name === 'string' && !known.includes(name))
    throw inputError(
      `${pointer}: \`${name}\` isn't a preset, and a text can't name a file.${suggestChoices(name, known, 'Presets')}`
    )
}

function readInlinePolicy(files: Files, policy: Readonly<Record<string, unknown>>): PolicyFile {
  try {
    return {policy: readPolicyText(files, JSON.stringify(policy), 'policy').policy, locate: place => place}
  } catch (error) {
    throw error instanceof InputError ? placeInJob(error, '/policy') : error
  }
}
