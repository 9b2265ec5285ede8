import * as z from 'zod'
import {CALL_FORMS} from '../../model/api/client-call.ts'
import {VERSION_SCHEMES, VERSION_STEPS} from '../../model/time/version-claim.ts'
import {FAIL_ON} from '../../model/verdict/fail-on.ts'
import {CHANGE_EFFECTS} from './change-list.ts'

// Single definition of the report: its types, its JSON output, and the published JSON Schema.

/** What a schema describes, as it's written. */
export type Written<Schema extends z.ZodType> = Immutable<z.infer<Schema>>

type Immutable<Value> = Value extends object ? {readonly [Key in keyof Value]: Immutable<Value[Key]>} : Value

export const verdict = z.enum(['compliant', 'violation', 'exempt', 'undetermined'])
export const level = z.enum(['error', 'warning', 'info'])
export const day = z.string().describe('A day, YYYY-MM-DD.')

export const part = {
  field: z.string().optional(),
  parameter: z.string().optional(),
  header: z.string().optional(),
  value: z.string().optional(),
  in: z.enum(['request', 'response']).optional()
}

export const subject = z
  .string()
  .describe('`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`.')
export const other = z.union([subject, z.strictObject({subject, ...part})]).describe('A subject, or a part of it.')

export const place = z.strictObject({
  source: z.string(),
  pointer: z.string().optional().describe('A JSON pointer into the source.'),
  line: z.int().optional(),
  column: z.int().optional()
})

export const clause = z.strictObject({
  policy: z.string(),
  revision: z.string(),
  pointer: z.string().describe('A JSON pointer into the policy, with `extends` resolved.')
})

export const moment = z.strictObject({
  stated: z.string().describe('A release or a day, as the history states it.'),
  earliest: day.optional(),
  latest: day.optional()
})

export const missing = z
  .array(
    z.strictObject({
      fact: z.string(),
      of: z.string(),
      known: z.string().optional().describe('The month or year that is stated instead of a day.')
    })
  )
  .describe('The missing facts that would decide.')

/** Who called a subject. */
export const traffic = z.strictObject({
  ...{from: day, to: day, calls: z.int(), errors: z.int(), last: day.optional()},
  callers: z
    .array(z.strictObject({id: z.string(), calls: z.int(), last: day}))
    .describe('Those with most calls first.'),
  unnamed: z.int().describe('Calls whose caller has no name.'),
  maybe: z.int().describe('Further calls that match other operations, too.'),
  coverage: z.number().describe('The share of the traffic that is known, from 0 to 1.'),
  missing: z.array(z.strictObject({source: z.string(), days: z.array(day)})).describe('Days with hours without lines.')
})

const revision = z.strictObject({
  name: z.string().describe('Its name, as the report shows it.'),
  commit: z.string().optional().describe('Missing for a file.')
})

const judgment = z.strictObject({
  subject,
  ...part,
  kind: z.enum(['end', 'change']),
  event: z.string().describe('The verb of the entry.'),
  change: z.string().optional().describe('The kind of change, if it is known.'),
  reached: z
    .strictObject({count: z.int(), first: z.array(z.string())})
    .optional()
    .describe('The number of operations that a change of a shared component affects, and the first five.'),
  release: z.string().optional(),
  pending: z.boolean().describe('Not released on the as-of day.'),
  verdict,
  message: z.string().describe('What happened, and what the policy says about it, with names in backticks.'),
  exemptBy: z.enum(['policy', 'waiver']).optional(),
  stability: z.string().optional(),
  clause,
  start: moment.extend({clock: z.string()}).optional().describe('When the notice started.'),
  end: moment,
  required: z.string().optional().describe('The required length.'),
  replacement: other.optional(),
  replacementInferred: z.literal(true).optional().describe('The replacement was inferred from the paths.'),
  waiver: z
    .strictObject({
      reason: z.string(),
      approver: z.string().optional(),
      note: z.string().optional(),
      needed: z.boolean(),
      flaws: z.array(z.string())
    })
    .optional(),
  traffic: traffic.optional().describe('Who called it, if the policy limits that and a table of traffic says so.'),
  missing,
  covers: z.array(other).describe('Endpoints under the prefix with the same verdict.'),
  text: z.string().optional().describe('For observed changes in `check`: the change in one sentence.'),
  witnesses: z
    .array(z.strictObject({side: z.enum(['request', 'response']), value: z.unknown(), where: z.string()}))
    .optional()
    .describe('For observed breaking changes in `check`: counterexamples, and where they occur.'),
  place
})

const callForm = z.enum(CALL_FORMS).describe('The form of the call.')

const finding = z.strictObject({
  rule: z.string(),
  level,
  verdict: verdict.optional(),
  message: z.string(),
  remedy: z.string().optional(),
  owners: z.array(z.string()).optional().describe('Who owns the subject, by the target of the change.'),
  url: z.string().optional().describe('The page that documents the rule, relative to the package if it has no scheme.'),
  subject: subject.optional(),
  ...part,
  release: z.string().optional(),
  place,
  replacement: other.optional(),
  clause: clause.optional(),
  missing,
  evidence: z
    .array(z.strictObject({text: z.string(), place}))
    .describe('Further places: what the rule names, the announcement, and the place in the older description.'),
  covers: z.array(other),
  releases: z
    .array(z.string())
    .optional()
    .describe('The releases other than the base whose clients or servers it reaches, the newest last.'),
  direction: z
    .literal('forward')
    .optional()
    .describe('Set if it breaks clients of this version at servers of an older one.'),
  details: z.array(z.string()).optional().describe('Further sentences, such as a counterexample.'),
  reasons: z
    .array(z.strictObject({rule: z.string(), fingerprint: z.string()}))
    .describe('The other findings about the same subject and event. Each of them is in `findings`, too.'),
  reasonOf: z.string().optional().describe('The fingerprint of the finding that has this one as a reason.'),
  fingerprint: z
    .string()
    .describe("An identifier that edits of the files don't change. It contains no text, line, or date."),
  baseline: z
    .enum(['new', 'unchanged'])
    .optional()
    .describe('With a baseline: whether it contains the finding. Reasons have it on their finding.')
})

/** Changes, one line for each cause, and their number by effect. */
const changes = z.strictObject({
  counts: z
    .partialRecord(z.enum(CHANGE_EFFECTS), z.int())
    .describe('The number of changes with each effect on clients, whatever the policy says.'),
  list: z.array(
    z.strictObject({
      effect: z.enum(CHANGE_EFFECTS),
      text: z.string().describe('The change in a sentence, with names in backticks.'),
      count: z.int().describe('The number of changes that have this cause.'),
      kinds: z.array(z.string()),
      subjects: z.array(z.string()),
      sunset: z.string().optional().describe('The sunset as stated, if all have the same.'),
      place
    })
  )
})

/** The version of a change, and the version that its changes need. */
export const version = z
  .strictObject({
    base: z.string().describe('The version that the changes are counted from.'),
    here: z.string().optional().describe('The version that the change states.'),
    released: z.string().optional().describe('The last release, if the version of the base may not be released.'),
    scheme: z.enum(VERSION_SCHEMES),
    needs: z.strictObject({
      step: z.enum(VERSION_STEPS),
      next: z.string().optional().describe('The version to release next. Missing if it is not known for certain.'),
      atLeast: z.string().optional().describe('The lowest version that is high enough. Missing if it needs a name.'),
      atMost: z.string().optional().describe('The lowest version if everything in `unclear` is breaking.'),
      because: z.array(z.string()).describe('The changes that need it.'),
      unclear: z.array(z.string()).describe('The changes that may be breaking.')
    }),
    answer: z
      .enum(['enough', 'too-low', 'too-high', 'undetermined'])
      .optional()
      .describe('Whether the version is high enough. Missing if the change states none.')
  })
  .describe('The version, and what the changes need. Without `versions` in the policy, by the form of the version.')

const known = z.strictObject({fingerprint: z.string(), rule: z.string(), subject: z.string().optional()})

export const report = z.strictObject({
  format: z.literal(1),
  command: z.enum(['audit', 'check', 'usages', 'probe']),
  asOf: day,
  api: z.string().optional().describe('The API, if there are several.'),
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
        year: z.string().optional().describe('Missing if no date is known.'),
        compliant: z.int(),
        violation: z.int(),
        exempt: z.strictObject({policy: z.int(), waiver: z.int()}),
        undetermined: z.int()
      })
    )
    .optional()
    .describe('For `audit`: verdicts by year.'),
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
            stated: z.string().optional().describe('The end of support as the history states it: a day or a release.'),
            day: day.optional(),
            daysLeft: z
              .int()
              .optional()
              .describe('Days until the sunset, or else until the earliest end of support. Negative if it has passed.'),
            replacement: other.optional(),
            uses: z.array(z.strictObject({form: callForm, address: z.string(), place}))
          })
        )
        .describe('Removed and deprecated endpoints that are called, the most urgent first.'),
      open: z.array(z.strictObject({form: callForm, address: z.string(), missing: z.string(), place})),
      left: z.array(z.strictObject({path: z.string(), why: z.string()})),
      skipped: z
        .array(z.string())
        .describe('Folders and files that were skipped, such as `node_modules`. Name one as DIR to scan it.')
    })
    .optional()
    .describe('For `usages`: what client code calls.'),
  probe: z
    .strictObject({asked: z.int(), differing: z.int(), notAsked: z.array(subject), undetermined: z.array(subject)})
    .optional()
    .describe('For `probe`: how many endpoints were asked and differ, and which were not asked, or show no result.'),
  changes: changes
    .optional()
    .describe('For `check`: the changes under review, the breaking ones first. Missing if nothing was compared.'),
  version: version.optional(),
  judgments: z.array(judgment),
  findings: z.array(finding),
  baseline: z
    .strictObject({source: z.string(), new: z.int(), unchanged: z.int(), gone: z.array(known)})
    .optional()
    .describe('The comparison with the baseline. Findings that it contains are suppressed.'),
  newWaivers: z
    .strictObject({
      added: z.int(),
      ignored: z.int(),
      list: z.array(
        z.strictObject({
          subject: other,
          reason: z.string(),
          counts: z.boolean(),
          needs: z
            .array(z.strictObject({owners: z.array(z.string()), count: z.int()}))
            .optional()
            .describe('Who has to approve it: of each set of owners this many. Missing unless approvals count.'),
          approvals: z
            .array(
              z.strictObject({reviewer: z.string(), commit: z.string(), time: z.string(), link: z.string().optional()})
            )
            .optional()
            .describe('The reviews that approved it.')
        })
      )
    })
    .optional()
    .describe('The number of waivers that the change adds, of those that do not count, and all of them.'),
  acceptedGaps: z
    .strictObject({accepted: z.int(), unused: z.int()})
    .optional()
    .describe('The number of known gaps that the configuration accepts, and of its entries that accept none.'),
  failOn: z
    .enum(FAIL_ON)
    .optional()
    .describe('Which results fail the run, if the configuration or `--fail-on` says it.'),
  enforceFrom: day
    .optional()
    .describe('The day from which on findings fail the run, if the configuration names one that is to come.'),
  wouldFail: z
    .array(
      z.strictObject({
        rule: z.string(),
        fingerprint: z.string(),
        since: z.string().optional().describe('The release that it came with. Missing if it comes with the change.'),
        date: z.string().optional().describe('The date of that release.')
      })
    )
    .optional()
    .describe('The findings that would fail the run, if it only reports them.'),
  releases: z
    .array(z.string())
    .optional()
    .describe('Releases other than the base that the change was compared with, the oldest first.'),
  revisions: z
    .strictObject({
      base: revision
        .extend({
          reason: z.string().optional().describe('Why it was this release, if the newest one was to be found.'),
          unreleased: z.string().optional().describe('Why nothing counts as released, if there is no release.')
        })
        .optional()
        .describe('What the API description was compared with.'),
      target: revision
        .optional()
        .describe('The tip of the branch whose policy, configuration, history, and waivers decide.')
    })
    .optional()
    .describe('The revisions that decided on a change.'),
  drift: changes
    .extend({alteredBy: z.array(z.string()).describe('The lock files that the change alters.')})
    .optional()
    .describe(
      'What other versions of the generator do to a generated description. It is not judged. Missing if it is nothing.'
    ),
  uncompared: z
    .strictObject({
      text: z.string(),
      isUnsure: z
        .boolean()
        .describe(
          'Whether an older description can exist. The exit code is 2, or with `isPart` 3 with `--fail-on undetermined`.'
        ),
      isPart: z.literal(true).optional().describe('Only parts of the base could not be read.'),
      isHistoryOnly: z
        .literal(true)
        .optional()
        .describe('The history alone was checked, because there is no API description.')
    })
    .optional()
    .describe('If there was nothing to compare with, or not for all parts.'),
  remarks: z.array(z.string())
})

export type WrittenReport = Written<typeof report>
export type WrittenSubject = Written<typeof other>

// Single definition of the JSON output that replaces the gate's report if it failed to run.

const problem = z.strictObject({
  message: z.string(),
  place: place.optional(),
  example: z.string().optional().describe('A valid example.'),
  paste: z.array(z.string()).optional().describe('Lines to add to the file.')
})

export const unread = z.strictObject({
  format: z.literal(1),
  command: z.literal('check'),
  api: z.string().optional().describe('The API, if there are several.'),
  notChecked: z
    .array(problem)
    .min(1)
    .describe('Why nothing was checked. There are no verdicts, and the exit code is 2.')
})

/** Possible contents of the gate's JSON output. */
export const reportOrUnread = z.union([report, unread])

export type WrittenInputErrors = Written<typeof unread>
