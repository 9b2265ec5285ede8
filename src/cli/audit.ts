import {digest} from '../read/cache.ts'
import type {AuditOptions} from './audit-options.ts'
import type {Io} from './io.ts'
import {type ChosenSource, chooseSource, sourceOptions} from './source-choice.ts'

/** What was answered to the same question. */
interface Answer {
  readonly output: string
  readonly exit: number
}

/** A longer answer is not worth its room. */
const LONGEST = 1 << 25

/** Every end and breaking change so far, the verdict on each, and the flaws of the record. It informs. */
export async function run(asked: AuditOptions, io: Io): Promise<number> {
  const found = await sourceOptions(asked)
  const options = found ?? asked
  const anew = async (out: Io, chosen?: ChosenSource) =>
    (await import('./judged-report.ts')).audit(options, out, chosen)
  if (!found) return anew(io)
  const chosen = await chooseSource(options, io)
  const known = answerTo(questionOf(options, io, chosen), chosen)
  if (known) {
    io.out(known.output)
    return known.exit
  }
  const said: string[] = []
  const exit = await anew({...io, out: text => void said.push(text)}, chosen)
  const output = said.join('')
  io.out(output)
  // Only now the files of all descriptions are known.
  const question = questionOf(options, io, chosen)
  if (question !== undefined && output.length < LONGEST) chosen.cache.put(question, JSON.stringify({output, exit}))
  return exit
}

/**
 * All that an answer follows from, as one hash: the same bytes, judged by the same policy as of the same day. Nothing
 * where not all of it is known.
 */
function questionOf(options: AuditOptions, {color}: Io, chosen: ChosenSource): string | undefined {
  const {source, policy, assumed, asOf, ids, beside} = chosen
  if (beside === undefined) return undefined
  const all: string[] = []
  for (const release of source.releases) {
    const id = idOf(release, ids)
    if (id === undefined) return undefined
    all.push(id)
  }
  return digest('audit', JSON.stringify({options, color, policy, assumed, asOf, source, beside, all}))
}

/** What is not there is found out, and told, by who reads it. */
function idOf(release: ChosenSource['source']['releases'][number], ids: ChosenSource['ids']): string | undefined {
  try {
    return ids.idOf(release)
  } catch {
    return undefined
  }
}

function answerTo(question: string | undefined, {cache}: ChosenSource): Answer | undefined {
  const text = question === undefined ? undefined : cache.get(question)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Answer)
  } catch {
    return undefined
  }
}
