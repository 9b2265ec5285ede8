import type {Io} from '../app/io.ts'
import {writeWhole} from '../read/files/write-file.ts'
import type {Unread} from '../report/formats/input-errors.ts'
import {
  type FormatChoice,
  isJoined,
  type Part,
  type ReportTools,
  writeJoined,
  writeReport,
  writeUnread
} from '../report/formats.ts'
import type {Report} from '../report/report.ts'

export type ReportFormat = 'stylish' | 'json'

export type AuditFormat = ReportFormat | 'markdown'

/** An audit of what snapshots show is folded; what people wrote is told line by line. */
export const printAudit = async (report: Report, format: AuditFormat, io: Io): Promise<void> =>
  io.out((await writeReport(report, format, toolsOf(io.color))).output)

/** Each report where it was asked for. A file has no colours. */
export async function printAll(report: Report, choices: readonly FormatChoice[], io: Io): Promise<void> {
  for (const {format, file} of choices) {
    const {output} = await writeReport(report, format, toolsOf(file === undefined && io.color))
    if (file === undefined) io.out(output)
    else writeWhole(file, output)
  }
}

/** What stops the job stands where the report would, but not twice in a terminal: standard error has it. */
export async function printUnread(unread: Unread, choices: readonly FormatChoice[], io: Io): Promise<void> {
  for (const {format, file} of choices) {
    if (file === undefined && format === 'stylish') continue
    const {output} = await writeUnread(unread, format, toolsOf(false))
    if (file === undefined) io.out(output)
    else writeWhole(file, output)
  }
}

/** Several APIs: in one text where the format can, else in a file for each. */
export async function printParts(parts: readonly Part[], choices: readonly FormatChoice[], io: Io): Promise<void> {
  for (const {format, file} of choices) {
    if (isJoined(format)) {
      const {output} = await writeJoined(parts, format, toolsOf(file === undefined && io.color))
      if (file === undefined) io.out(output)
      else writeWhole(file, output)
    } else if (file !== undefined) {
      const endings = endingsOf(parts.map(({name}) => name))
      for (const [at, {told}] of parts.entries()) {
        const own = [{format, file: withEnding(file, endings[at] ?? '')}]
        await ('problems' in told ? printUnread(told, own, io) : printAll(told, own, io))
      }
    }
  }
}

/** `out.sarif` is `out-lending.sarif`. */
const withEnding = (file: string, ending: string): string => file.replace(/(\.[^./\\]*)?$/, `-${ending}$1`)

/**
 * What the name of a file has of each API, never the same for two of them: what a file cannot be named for is `-`, and of
 * two that are alike then the later one has a number. A name that needs no change is kept as it is.
 */
function endingsOf(names: readonly string[]): string[] {
  const plain = names.map(name => name.replaceAll(/[^\w.-]/g, '-'))
  // To some disks `Loans` is `loans`.
  const taken = new Set(plain.filter((each, at) => each === names[at]).map(each => each.toLowerCase()))
  const kept = new Set<string>()
  return plain.map((each, at) => {
    const low = each.toLowerCase()
    if (each === names[at] && !kept.has(low)) {
      kept.add(low)
      return each
    }
    let ending = each
    for (let number = 2; taken.has(ending.toLowerCase()); number++) ending = `${each}-${number}`
    taken.add(ending.toLowerCase())
    return ending
  })
}

const toolsOf = (color: boolean): ReportTools => ({
  color,
  loadMarkdown: async () => (await import('../render/markdown/markdown.ts')).toMarkdown
})
