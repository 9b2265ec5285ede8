import {inputError} from '@tenure/core/model/input-error'
import {dayOfInstant} from '@tenure/core/model/time/date-range'
import * as z from 'zod'
import {type HttpAnswer, pickHeaders} from './answer.ts'
import {createRedaction} from './credentials.ts'

const headers = z.array(z.object({name: z.string(), value: z.string()}))
const entry = z.object({
  startedDateTime: z.iso.datetime({offset: true}),
  time: z.number().optional(),
  request: z.object({method: z.string(), url: z.string(), headers: headers.optional()}),
  response: z.object({status: z.number(), headers})
})
const archive = z.object({log: z.object({entries: z.array(z.unknown())})})

/** Headers of requests whose values are never printed. */
const SECRET = /^(authorization|cookie|proxy-authorization)$|token|secret|key/i

/** Answers that were recorded, and the number of entries that aren't readable or have no answer. */
export interface RecordedAnswers {
  readonly answers: readonly HttpAnswer[]
  readonly unread: number
}

/** Reads an HTTP archive (HAR 1.2). Throws an `InputError` if it isn't one. */
export function readHar(text: string, source: string, timezone: string): RecordedAnswers {
  const {entries} = parseArchive(text, source)
  const answers = entries.flatMap(each => {
    const read = entry.safeParse(each)
    return read.success && read.data.response.status > 0 ? [toAnswer(read.data, timezone)] : []
  })
  return {answers, unread: entries.length - answers.length}
}

function parseArchive(text: string, source: string): z.infer<typeof archive>['log'] {
  try {
    return archive.parse(JSON.parse(text.replace(/^\u{feff}/u, ''))).log
  } catch {
    throw inputError("This isn't an HTTP archive (HAR): it has no `log` with `entries`.", {source})
  }
}

function toAnswer({startedDateTime, time = 0, request, response}: z.infer<typeof entry>, timezone: string): HttpAnswer {
  const start = new Date(startedDateTime)
  const end = new Date(start.getTime() + Math.min(Math.max(0, time), 86_400_000))
  const secrets = (request.headers ?? []).filter(({name}) => SECRET.test(name)).map(({value}) => value)
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    days: [...new Set([start, end].map(each => dayOfInstant(each, timezone)))],
    status: response.status,
    ...pickHeaders(
      response.headers.map(({name, value}) => [name, value]),
      createRedaction(secrets)
    )
  }
}
