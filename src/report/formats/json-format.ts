import * as z from 'zod'
import {CALL_FORMS} from '../../model/api/client-call.ts'

// Single definition of the report: its types, its JSON output, and the published JSON Schema.

export const verdict = z.enum(['compliant', 'violation', 'exempt', 'undetermined'])
export const level = z.enum(['error', 'warning', 'info'])
export const day = z.string().describe('A calendar day, YYYY-MM-DD.')

export const part = {
  field: z.string().optional(),
  parameter: z.string().optional(),
  header: z.string().optional(),
  value: z.string().optional(),
  in: z.enum(['request', 'response']).optional()
}

export const subject = z.string().describe('`METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`.')
export const other = z.union([subject, z.strictObject({subject, ...part})]).describe('A subject, or a part of one.')

export const place = z.strictObject({
  source: z.string(),
  pointer: z.string().optional().describe('A JSON pointer into the source.'),
  line: z.int().optional(),
  column: z.int().optional()
})

export const clause = z.strictObject({
  policy: z.string(),
  revision: z.string(),
  pointer: z.string().describe('A JSON pointer into the policy as it is after `extends`.')
})

export const moment = z.strictObject({
  stated: z.string().describe('What the record says: a release or a day.'),
  earliest: day.optional(),
  latest: day.optional()
})

export const missing = z
  .array(z.strictObject({fact: z.string(), of: z.string()}))
  .describe('The facts that would decide.')

const judgement = z.strictObject({
  subject,
  ...part,
  kind: z.enum(['end', 'change']),
  event: z.string().describe('The verb that was written.'),
  change: z.string().optional().describe('The kind of change, as in the catalogue, where it is known.'),
  reached: z
    .strictObject({count: z.int(), first: z.array(z.string())})
    .optional()
    .describe('How many operations meet a change of what they share, and the first five.'),
  release: z.string().optional(),
  pending: z.boolean().describe('Not yet shipped on the as-of day.'),
  verdict,
  exemptBy: z.enum(['policy', 'waiver']).optional(),
  stability: z.string().optional(),
  clause,
  start: moment.extend({clock: z.string()}).optional().describe('When the clock of the notice started.'),
  end: moment,
  promised: z.string().optional().describe('The length that was promised.'),
  replacement: other.optional(),
  replacementInferred: z.literal(true).optional().describe('Nobody named the replacement: its lineage shows it.'),
  waiver: z
    .strictObject({
      reason: z.string(),
      approver: z.string().optional(),
      note: z.string().optional(),
      needed: z.boolean(),
      flaws: z.array(z.string())
    })
    .optional(),
  missing,
  covers: z.array(other).describe('Endpoint versions under a prefix that ended with it, with the same verdict.'),
  says: z.string().optional().describe('Of a change that `check` sees: what differs, in one sentence.'),
  witnesses: z
    .array(z.strictObject({side: z.enum(['request', 'response']), value: z.unknown(), where: z.string()}))
    .optional()
    .describe('Of a break that `check` sees: a value that was fine and is not now, and where an operation meets it.'),
  place
})

const callForm = z.enum(CALL_FORMS).describe('How client code asks.')

const finding = z.strictObject({
  rule: z.string(),
  level,
  verdict: verdict.optional(),
  message: z.string(),
  remedy: z.string().optional(),
  url: z.string().optional().describe('The page that documents the rule, relative to the package if it has no scheme.'),
  subject: subject.optional(),
  ...part,
  release: z.string().optional(),
  place,
  replacement: other.optional(),
  clause: clause.optional(),
  missing,
  evidence: z
    .array(z.strictObject({says: z.string(), place}))
    .describe('What its rule names, where its end was announced, and where it was before.'),
  covers: z.array(other),
  reasons: z
    .array(z.strictObject({rule: z.string(), fingerprint: z.string()}))
    .describe('The other findings on the same subject at the same event; each of them stands in `findings`, too.'),
  reasonOf: z.string().optional().describe('The fingerprint of the finding among whose reasons it is.'),
  fingerprint: z.string().describe('The same across edits of the files: no text, line or date is in it.'),
  baseline: z
    .enum(['new', 'unchanged'])
    .optional()
    .describe('Beside a baseline: whether it knows the finding. What is among the reasons of another stands with that.')
})

const known = z.strictObject({fingerprint: z.string(), rule: z.string(), subject: z.string().optional()})

export const report = z.strictObject({
  format: z.literal(1),
  command: z.enum(['audit', 'check', 'usages']),
  asOf: day,
  api: z.string().optional().describe('Which of several APIs it is about.'),
  service: z.string(),
  policy: z.strictObject({
    name: z.string(),
    source: z.string(),
    declared: z.boolean(),
    revisions: z.array(z.strictObject({name: z.string(), start: z.string()}))
  }),
  source: z.strictObject({
    kind: z.enum(['history', 'folder', 'git', 'description']),
    path: z.string(),
    partial: z.boolean()
  }),
  summary: z.strictObject({
    compliant: z.int(),
    violation: z.int(),
    exempt: z.strictObject({policy: z.int(), waiver: z.int()}),
    undetermined: z.int(),
    notes: z.int()
  }),
  byYear: z
    .array(
      z.strictObject({
        year: z.string().optional().describe('Left out where no date tells it.'),
        compliant: z.int(),
        violation: z.int(),
        exempt: z.strictObject({policy: z.int(), waiver: z.int()}),
        undetermined: z.int()
      })
    )
    .optional()
    .describe('Of an audit: the verdicts by the year in which something ended or broke.'),
  usage: z
    .strictObject({
      folder: z.string(),
      files: z.int(),
      calls: z.strictObject({matched: z.int(), open: z.int(), elsewhere: z.int()}),
      endpoints: z
        .array(
          z.strictObject({
            subject: other,
            state: z.enum(['ended', 'deprecated']),
            stated: z.string().optional().describe('The end as the record states it: a day or a release.'),
            day: day.optional(),
            daysLeft: z
              .int()
              .optional()
              .describe('Until the promised end, else the earliest lawful one; negative once it is past.'),
            replacement: other.optional(),
            uses: z.array(z.strictObject({form: callForm, address: z.string(), place}))
          })
        )
        .describe('What is gone or going, and is called: first what has ended, then what ends first.'),
      open: z.array(z.strictObject({form: callForm, address: z.string(), missing: z.string(), place})),
      left: z.array(z.strictObject({path: z.string(), why: z.string()})),
      skipped: z
        .array(z.string())
        .describe(
          'Folders and files that are there and were passed over, as `node_modules`: named as DIR they are read.'
        )
    })
    .optional()
    .describe('Of usages: what the code of clients calls.'),
  judgements: z.array(judgement),
  findings: z.array(finding),
  baseline: z
    .strictObject({source: z.string(), new: z.int(), unchanged: z.int(), gone: z.array(known)})
    .optional()
    .describe('How the findings stand beside a baseline: what it knows fails nothing.'),
  newWaivers: z
    .strictObject({added: z.int(), ignored: z.int()})
    .optional()
    .describe('How many waivers the change adds, and how many of them do not count.'),
  uncompared: z
    .strictObject({
      says: z.string(),
      isUnsure: z.boolean().describe('Something may have been there before: with `--strict` the exit code is 3.'),
      isPart: z
        .literal(true)
        .optional()
        .describe('Only some of it: parts of what it is compared with could not be read.')
    })
    .optional()
    .describe('Of `check`, where there was nothing to compare with: no change was judged, or not all of it.'),
  remarks: z.array(z.string())
})

export type WrittenReport = z.infer<typeof report>
export type WrittenSubject = z.infer<typeof other>

// Single definition of the JSON output that replaces the gate's report if it failed to run.

const problem = z.strictObject({
  message: z.string(),
  place: place.optional(),
  example: z.string().optional().describe('What would be accepted.'),
  paste: z.array(z.string()).optional().describe('Lines to put into the file.')
})

export const unread = z.strictObject({
  format: z.literal(1),
  command: z.literal('check'),
  api: z.string().optional().describe('Which of several APIs it is about.'),
  notJudged: z.array(problem).min(1).describe('Why nothing was judged: there is no verdict, and the exit code is 2.')
})

/** Possible contents of the gate's JSON output. */
export const reportOrUnread = z.union([report, unread])

export type WrittenInputErrors = z.infer<typeof unread>
