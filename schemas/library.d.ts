// Written by `npm run schemas`: do not edit.

/** A text in place of a file, with the name of the file in messages. */
export interface GivenText {
  readonly name: string
  readonly text: string
}

/** What an option that names a file takes besides its path: a text, or what the file contains as an object. */
export type GivenFile = GivenText | object

/** Options of `audit`. */
export interface AuditRequest {
  /** History, folder of API descriptions, or git repository with tags. */
  readonly source?: string | GivenFile | undefined
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`. */
  readonly releases?: string | undefined
  /** Path of the API description in the repository. */
  readonly spec?: string | GivenFile | undefined
  /** Changes since this day or release. */
  readonly since?: string | undefined
  /** Stabilities, such as `ga`; also `unknown`. */
  readonly stability?: string | undefined
  /** Also compare calls with the history, by the table of callers. */
  readonly traffic?: boolean | undefined
  /** Result that fails the command: `violation`, `undetermined` (both), or `never` (default). */
  readonly failOn?: "violation" | "undetermined" | "never" | undefined
  /** Show policy clauses, and all names of a group. */
  readonly verbose?: boolean | undefined
}

/** Options of `changelog`. */
export interface ChangelogRequest {
  /** History, folder of API descriptions, or git repository with tags. */
  readonly source?: string | GivenFile | undefined
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`. */
  readonly releases?: string | undefined
  /** Path of the API description in the repository. */
  readonly spec?: string | GivenFile | undefined
  /** Write only the history of this endpoint, operation, prefix, or schema field. */
  readonly endpoint?: string | undefined
  /** Part to write: all, news, about, pending, overdue, releases, endpoints, removed, resources, policy, unknown. */
  readonly part?: string | undefined
  /** Write only the releases from this one on, or from this day on. */
  readonly since?: string | undefined
  /** Form of the text: page, keep-a-changelog, github, slack, teams, mail, csv (default: page), or a Liquid template. */
  readonly template?: string | GivenFile | undefined
  /** Include approvers, internal evidence, callers, and places in files. */
  readonly internal?: boolean | undefined
}

/** Options of `check`. */
export interface CheckRequest {
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** Compare with this git revision, file, or `latest-release` (default: `base` in `tenure.yaml`, else where this branch left its target). */
  readonly base?: string | GivenFile | undefined
  /** Branch whose policy, configuration, and waivers decide (default: as CI names it). */
  readonly target?: string | undefined
  /** API description (default: a file with a usual name). */
  readonly spec?: string | GivenFile | undefined
  /** Command that writes the description, if git has none (default: as the target configures it). */
  readonly generate?: string | undefined
  /** Folder outside of the repository with a table of traffic (default: as the target has it). */
  readonly traffic?: string | GivenFile | undefined
  /** File with the reviews of this change, written by CI outside of the repository. */
  readonly approvals?: string | GivenFile | undefined
  /** Result that fails the check; with `undetermined`, violations do, too (default: violation). */
  readonly failOn?: "violation" | "undetermined" | "never" | undefined
  /** Show policy clauses, and all names of a group. */
  readonly verbose?: boolean | undefined
}

/** Options of `diff`. */
export interface DiffRequest {
  /** Older description: a file, `-`, or `REVISION:PATH`. */
  readonly old: string | GivenFile
  /** Newer description. */
  readonly new: string | GivenFile
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** Old clients with new servers (`backward`, the default), new clients with old ones (`forward`), or both. */
  readonly direction?: "backward" | "forward" | "both" | undefined
  /** Paths: `/v1/loans`, `/v1/**`, `GET /v1/loans`, `GET /**`. */
  readonly path?: string | undefined
  /** Tags of operations. */
  readonly tag?: string | undefined
  /** Stability levels of operations, such as `ga,beta`. */
  readonly stability?: string | undefined
  /** Kinds of change, as in docs/reference/changes.md. */
  readonly kind?: string | undefined
  /** Result that fails the command: `violation` (breaking changes, too), `undetermined` (both), or `never` (default). */
  readonly failOn?: "violation" | "undetermined" | "never" | undefined
  /** Show each change and operation of a line, documentation changes, all of long sections, and policy clauses. */
  readonly verbose?: boolean | undefined
}

/** Options of `due`. */
export interface DueRequest {
  /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
  readonly endpoint?: string | undefined
  /** Path or name, if not quoted together with the method. */
  readonly path?: string | undefined
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** How far to look ahead, such as 90d, 12w, 6m, 1y, without an endpoint (default: 90d). */
  readonly within?: string | undefined
  /** Show the last day to announce a removal of the endpoint on this day. */
  readonly end?: string | undefined
  /** Name of a field. */
  readonly field?: string | undefined
  /** Name of a parameter. */
  readonly parameter?: string | undefined
  /** Name of a header. */
  readonly header?: string | undefined
  /** Value of an enum, or of this field, parameter, or header. */
  readonly value?: string | undefined
  /** Where the part is: in requests or in responses. */
  readonly in?: "request" | "response" | undefined
  /** Only what belongs to this owner, a person or a team. */
  readonly owner?: string | undefined
  /** Message: slack, teams, mail, or a Liquid template. */
  readonly template?: string | GivenFile | undefined
}

/** Options of `explain`. */
export interface ExplainRequest {
  /** Rule, kind of change such as `value-added`, or key of `tenure.yaml`, the policy, or the history (default: list all rules). */
  readonly id?: string | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
}

/** Options of `nextVersion`. */
export interface NextVersionRequest {
  /** Older description (default: that of the base, as for `check`). */
  readonly old?: string | GivenFile | undefined
  /** Newer description (default: that of the working tree). */
  readonly new?: string | GivenFile | undefined
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** Compare with this git revision or file (default: where this branch left its target). */
  readonly base?: string | GivenFile | undefined
  /** Branch whose policy and configuration decide (default: as CI names it). */
  readonly target?: string | undefined
  /** API description (default: a file with a usual name). */
  readonly spec?: string | GivenFile | undefined
  /** Name of the next version, if versions have names. */
  readonly name?: string | undefined
  /** Effect of changes that may be breaking. */
  readonly review?: "breaking" | "compatible" | undefined
}

/** Options of `notes`. */
export interface NotesRequest {
  /** Release (default: the newest), `next`, or a range `A..B`; `A..` goes up to the last one. */
  readonly release?: string | undefined
  /** History, folder of API descriptions, or git repository with tags. */
  readonly source?: string | GivenFile | undefined
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`. */
  readonly releases?: string | undefined
  /** Path of the API description in the repository. */
  readonly spec?: string | GivenFile | undefined
  /** Only what belongs to this owner, a person or a team. */
  readonly owner?: string | undefined
  /** Form of the text: github, keep-a-changelog, slack, teams, mail, csv (default: github), or a Liquid template. */
  readonly template?: string | GivenFile | undefined
  /** Include approvers, internal evidence, callers, and places in files. */
  readonly internal?: boolean | undefined
}

/** Options of `upgrade`. */
export interface UpgradeRequest {
  /** Release that the client uses now. */
  readonly from: string
  /** Release to move to, also `next`. */
  readonly to: string
  /** History, folder of API descriptions, or git repository with tags. */
  readonly source?: string | GivenFile | undefined
  /** History file, or folder with service.yaml. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`. */
  readonly releases?: string | undefined
  /** Path of the API description in the repository. */
  readonly spec?: string | GivenFile | undefined
  /** File with the endpoints that the client uses, one per line or as a JSON list. */
  readonly uses?: string | GivenFile | undefined
  /** Include approvers, internal evidence, callers, and places in files. */
  readonly internal?: boolean | undefined
}

/** Options of `usages`. */
export interface UsagesRequest {
  /** Folder or file of TypeScript or JavaScript (default: this folder). */
  readonly dir?: string | GivenFile | undefined
  /** History, folder of API descriptions, git repository with tags, or one API description. */
  readonly history?: string | GivenFile | undefined
  /** Name of a preset, or policy file. */
  readonly policy?: string | GivenFile | undefined
  /** Config file (default: the nearest tenure.yaml). */
  readonly config?: string | GivenFile | undefined
  /** One of the APIs that the config file lists. */
  readonly api?: string | undefined
  /** Check as of this day instead of today. */
  readonly asOf?: string | undefined
  /** What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`. */
  readonly releases?: string | undefined
  /** Path of the API description in the repository. */
  readonly spec?: string | GivenFile | undefined
  /** Base URL of the API, or the variable for it in code; can be repeated. */
  readonly baseUrl?: string | undefined
  /** Report an error for calls to endpoints that may be removed within this time, such as 90d, 12w, 6m, 1y. */
  readonly within?: string | undefined
  /** Suppress the findings in this file. */
  readonly baseline?: string | GivenFile | undefined
  /** Result that fails the command; with `undetermined`, violations do, too (default: violation). */
  readonly failOn?: "violation" | "undetermined" | "never" | undefined
}

/** What `tenure audit`, `tenure check` and `tenure usages` print with --format json. Findings with their locations and verdicts, or why something could not be checked. */
export type Report = {
  readonly format: 1
  readonly command: "audit" | "check" | "usages" | "probe"
  /** A day, YYYY-MM-DD. */
  readonly asOf: string
  /** The API, if there are several. */
  readonly api?: string
  readonly service: string
  readonly policy: {
    readonly name: string
    readonly source: string
    readonly declared: boolean
    readonly revisions: readonly ({
      readonly name: string
      readonly start: string
    })[]
  }
  readonly source: {
    readonly kind: "history" | "folder" | "git" | "description"
    readonly path: string
    readonly partial: boolean
  }
  readonly summary: {
    readonly compliant: number
    readonly violation: number
    readonly exempt: {
      readonly policy: number
      readonly waiver: number
    }
    readonly undetermined: number
    readonly notes: number
  }
  /** For `audit`: verdicts by year. */
  readonly byYear?: readonly ({
    /** Missing if no date is known. */
    readonly year?: string
    readonly compliant: number
    readonly violation: number
    readonly exempt: {
      readonly policy: number
      readonly waiver: number
    }
    readonly undetermined: number
  })[]
  /** For `usages`: what client code calls. */
  readonly usage?: {
    readonly folder: string
    readonly files: number
    readonly calls: {
      readonly matched: number
      readonly open: number
      readonly elsewhere: number
    }
    /** Removed and deprecated endpoints that are called, the most urgent first. */
    readonly endpoints: readonly ({
      /** A subject, or a part of it. */
      readonly subject: string | {
        /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
        readonly subject: string
        readonly field?: string
        readonly parameter?: string
        readonly header?: string
        readonly value?: string
        readonly in?: "request" | "response"
      }
      readonly state: "ended" | "deprecated"
      /** The end of support as the history states it: a day or a release. */
      readonly stated?: string
      /** A day, YYYY-MM-DD. */
      readonly day?: string
      /** Days until the sunset, or else until the earliest end of support. Negative if it has passed. */
      readonly daysLeft?: number
      /** A subject, or a part of it. */
      readonly replacement?: string | {
        /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
        readonly subject: string
        readonly field?: string
        readonly parameter?: string
        readonly header?: string
        readonly value?: string
        readonly in?: "request" | "response"
      }
      readonly uses: readonly ({
        readonly form: "fetch" | "axios" | "ky" | "got" | "undici" | "openapi-fetch" | "supertest" | "request" | "xhr" | "page" | "url"
        readonly address: string
        readonly place: {
          readonly source: string
          /** A JSON pointer into the source. */
          readonly pointer?: string
          readonly line?: number
          readonly column?: number
        }
      })[]
    })[]
    readonly open: readonly ({
      readonly form: "fetch" | "axios" | "ky" | "got" | "undici" | "openapi-fetch" | "supertest" | "request" | "xhr" | "page" | "url"
      readonly address: string
      readonly missing: string
      readonly place: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
    })[]
    readonly left: readonly ({
      readonly path: string
      readonly why: string
    })[]
    /** Folders and files that were skipped, such as `node_modules`. Name one as DIR to scan it. */
    readonly skipped: readonly (string)[]
  }
  /** For `probe`: how many endpoints were asked and differ, and which were not asked, or show no result. */
  readonly probe?: {
    readonly asked: number
    readonly differing: number
    readonly notAsked: readonly (string)[]
    readonly undetermined: readonly (string)[]
  }
  /** For `check`: the changes under review, the breaking ones first. Missing if nothing was compared. */
  readonly changes?: {
    /** The number of changes with each effect on clients, whatever the policy says. */
    readonly counts: {readonly [key: string]: number | undefined}
    readonly list: readonly ({
      readonly effect: "removed" | "breaking" | "unclear" | "deprecated" | "rescheduled" | "withdrawn" | "added" | "compatible" | "unreleased" | "inherited"
      /** The change in a sentence, with names in backticks. */
      readonly text: string
      /** The number of changes that have this cause. */
      readonly count: number
      readonly kinds: readonly (string)[]
      readonly subjects: readonly (string)[]
      /** The sunset as stated, if all have the same. */
      readonly sunset?: string
      readonly place: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
    })[]
  }
  /** The version, and what the changes need. Without `versions` in the policy, by the form of the version. */
  readonly version?: {
    /** The version that the changes are counted from. */
    readonly base: string
    /** The version that the change states. */
    readonly here?: string
    /** The last release, if the version of the base may not be released. */
    readonly released?: string
    readonly scheme: "semver" | "date" | "calendar" | "named"
    readonly needs: {
      readonly step: "none" | "patch" | "minor" | "major"
      /** The version to release next. Missing if it is not known for certain. */
      readonly next?: string
      /** The lowest version that is high enough. Missing if it needs a name. */
      readonly atLeast?: string
      /** The lowest version if everything in `unclear` is breaking. */
      readonly atMost?: string
      /** The changes that need it. */
      readonly because: readonly (string)[]
      /** The changes that may be breaking. */
      readonly unclear: readonly (string)[]
    }
    /** Whether the version is high enough. Missing if the change states none. */
    readonly answer?: "enough" | "too-low" | "too-high" | "undetermined"
  }
  readonly judgments: readonly ({
    /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
    readonly subject: string
    readonly field?: string
    readonly parameter?: string
    readonly header?: string
    readonly value?: string
    readonly in?: "request" | "response"
    readonly kind: "end" | "change"
    /** The verb of the entry. */
    readonly event: string
    /** The kind of change, if it is known. */
    readonly change?: string
    /** The number of operations that a change of a shared component affects, and the first five. */
    readonly reached?: {
      readonly count: number
      readonly first: readonly (string)[]
    }
    readonly release?: string
    /** Not released on the as-of day. */
    readonly pending: boolean
    readonly verdict: "compliant" | "violation" | "exempt" | "undetermined"
    /** What happened, and what the policy says about it, with names in backticks. */
    readonly message: string
    readonly exemptBy?: "policy" | "waiver"
    readonly stability?: string
    readonly clause: {
      readonly policy: string
      readonly revision: string
      /** A JSON pointer into the policy, with `extends` resolved. */
      readonly pointer: string
    }
    /** When the notice started. */
    readonly start?: {
      /** A release or a day, as the history states it. */
      readonly stated: string
      /** A day, YYYY-MM-DD. */
      readonly earliest?: string
      /** A day, YYYY-MM-DD. */
      readonly latest?: string
      readonly clock: string
    }
    readonly end: {
      /** A release or a day, as the history states it. */
      readonly stated: string
      /** A day, YYYY-MM-DD. */
      readonly earliest?: string
      /** A day, YYYY-MM-DD. */
      readonly latest?: string
    }
    /** The required length. */
    readonly required?: string
    /** A subject, or a part of it. */
    readonly replacement?: string | {
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
    }
    /** The replacement was inferred from the paths. */
    readonly replacementInferred?: true
    readonly waiver?: {
      readonly reason: string
      readonly approver?: string
      readonly note?: string
      readonly needed: boolean
      readonly flaws: readonly (string)[]
    }
    /** Who called it, if the policy limits that and a table of traffic says so. */
    readonly traffic?: {
      /** A day, YYYY-MM-DD. */
      readonly from: string
      /** A day, YYYY-MM-DD. */
      readonly to: string
      readonly calls: number
      readonly errors: number
      /** A day, YYYY-MM-DD. */
      readonly last?: string
      /** Those with most calls first. */
      readonly callers: readonly ({
        readonly id: string
        readonly calls: number
        /** A day, YYYY-MM-DD. */
        readonly last: string
      })[]
      /** Calls whose caller has no name. */
      readonly unnamed: number
      /** Further calls that match other operations, too. */
      readonly maybe: number
      /** The share of the traffic that is known, from 0 to 1. */
      readonly coverage: number
      /** Days with hours without lines. */
      readonly missing: readonly ({
        readonly source: string
        readonly days: readonly (string)[]
      })[]
    }
    /** The missing facts that would decide. */
    readonly missing: readonly ({
      readonly fact: string
      readonly of: string
      /** The month or year that is stated instead of a day. */
      readonly known?: string
    })[]
    /** Endpoints under the prefix with the same verdict. */
    readonly covers: readonly (string | {
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
    })[]
    /** For observed changes in `check`: the change in one sentence. */
    readonly text?: string
    /** For observed breaking changes in `check`: counterexamples, and where they occur. */
    readonly witnesses?: readonly ({
      readonly side: "request" | "response"
      readonly value: unknown
      readonly where: string
    })[]
    readonly place: {
      readonly source: string
      /** A JSON pointer into the source. */
      readonly pointer?: string
      readonly line?: number
      readonly column?: number
    }
  })[]
  readonly findings: readonly ({
    readonly rule: string
    readonly level: "error" | "warning" | "info"
    readonly verdict?: "compliant" | "violation" | "exempt" | "undetermined"
    readonly message: string
    readonly remedy?: string
    /** Who owns the subject, by the target of the change. */
    readonly owners?: readonly (string)[]
    /** The page that documents the rule, relative to the package if it has no scheme. */
    readonly url?: string
    /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
    readonly subject?: string
    readonly field?: string
    readonly parameter?: string
    readonly header?: string
    readonly value?: string
    readonly in?: "request" | "response"
    readonly release?: string
    readonly place: {
      readonly source: string
      /** A JSON pointer into the source. */
      readonly pointer?: string
      readonly line?: number
      readonly column?: number
    }
    /** A subject, or a part of it. */
    readonly replacement?: string | {
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
    }
    readonly clause?: {
      readonly policy: string
      readonly revision: string
      /** A JSON pointer into the policy, with `extends` resolved. */
      readonly pointer: string
    }
    /** The missing facts that would decide. */
    readonly missing: readonly ({
      readonly fact: string
      readonly of: string
      /** The month or year that is stated instead of a day. */
      readonly known?: string
    })[]
    /** Further places: what the rule names, the announcement, and the place in the older description. */
    readonly evidence: readonly ({
      readonly text: string
      readonly place: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
    })[]
    readonly covers: readonly (string | {
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
    })[]
    /** The releases other than the base whose clients or servers it reaches, the newest last. */
    readonly releases?: readonly (string)[]
    /** Set if it breaks clients of this version at servers of an older one. */
    readonly direction?: "forward"
    /** Further sentences, such as a counterexample. */
    readonly details?: readonly (string)[]
    /** The other findings about the same subject and event. Each of them is in `findings`, too. */
    readonly reasons: readonly ({
      readonly rule: string
      readonly fingerprint: string
    })[]
    /** The fingerprint of the finding that has this one as a reason. */
    readonly reasonOf?: string
    /** An identifier that edits of the files don't change. It contains no text, line, or date. */
    readonly fingerprint: string
    /** With a baseline: whether it contains the finding. Reasons have it on their finding. */
    readonly baseline?: "new" | "unchanged"
  })[]
  /** The comparison with the baseline. Findings that it contains are suppressed. */
  readonly baseline?: {
    readonly source: string
    readonly new: number
    readonly unchanged: number
    readonly gone: readonly ({
      readonly fingerprint: string
      readonly rule: string
      readonly subject?: string
    })[]
  }
  /** The number of waivers that the change adds, of those that do not count, and all of them. */
  readonly newWaivers?: {
    readonly added: number
    readonly ignored: number
    readonly list: readonly ({
      /** A subject, or a part of it. */
      readonly subject: string | {
        /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
        readonly subject: string
        readonly field?: string
        readonly parameter?: string
        readonly header?: string
        readonly value?: string
        readonly in?: "request" | "response"
      }
      readonly reason: string
      readonly counts: boolean
      /** Who has to approve it: of each set of owners this many. Missing unless approvals count. */
      readonly needs?: readonly ({
        readonly owners: readonly (string)[]
        readonly count: number
      })[]
      /** The reviews that approved it. */
      readonly approvals?: readonly ({
        readonly reviewer: string
        readonly commit: string
        readonly time: string
        readonly link?: string
      })[]
    })[]
  }
  /** The number of known gaps that the configuration accepts, and of its entries that accept none. */
  readonly acceptedGaps?: {
    readonly accepted: number
    readonly unused: number
  }
  /** Which results fail the run, if the configuration or `--fail-on` says it. */
  readonly failOn?: "violation" | "undetermined" | "never"
  /** The day from which on findings fail the run, if the configuration names one that is to come. */
  readonly enforceFrom?: string
  /** The findings that would fail the run, if it only reports them. */
  readonly wouldFail?: readonly ({
    readonly rule: string
    readonly fingerprint: string
    /** The release that it came with. Missing if it comes with the change. */
    readonly since?: string
    /** The date of that release. */
    readonly date?: string
  })[]
  /** Releases other than the base that the change was compared with, the oldest first. */
  readonly releases?: readonly (string)[]
  /** The revisions that decided on a change. */
  readonly revisions?: {
    /** What the API description was compared with. */
    readonly base?: {
      /** Its name, as the report shows it. */
      readonly name: string
      /** Missing for a file. */
      readonly commit?: string
      /** Why it was this release, if the newest one was to be found. */
      readonly reason?: string
      /** Why nothing counts as released, if there is no release. */
      readonly unreleased?: string
    }
    /** The tip of the branch whose policy, configuration, history, and waivers decide. */
    readonly target?: {
      /** Its name, as the report shows it. */
      readonly name: string
      /** Missing for a file. */
      readonly commit?: string
    }
  }
  /** What other versions of the generator do to a generated description. It is not judged. Missing if it is nothing. */
  readonly drift?: {
    /** The number of changes with each effect on clients, whatever the policy says. */
    readonly counts: {readonly [key: string]: number | undefined}
    readonly list: readonly ({
      readonly effect: "removed" | "breaking" | "unclear" | "deprecated" | "rescheduled" | "withdrawn" | "added" | "compatible" | "unreleased" | "inherited"
      /** The change in a sentence, with names in backticks. */
      readonly text: string
      /** The number of changes that have this cause. */
      readonly count: number
      readonly kinds: readonly (string)[]
      readonly subjects: readonly (string)[]
      /** The sunset as stated, if all have the same. */
      readonly sunset?: string
      readonly place: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
    })[]
    /** The lock files that the change alters. */
    readonly alteredBy: readonly (string)[]
  }
  /** If there was nothing to compare with, or not for all parts. */
  readonly uncompared?: {
    readonly text: string
    /** Whether an older description can exist. The exit code is 2, or with `isPart` 3 with `--fail-on undetermined`. */
    readonly isUnsure: boolean
    /** Only parts of the base could not be read. */
    readonly isPart?: true
    /** The history alone was checked, because there is no API description. */
    readonly isHistoryOnly?: true
  }
  readonly remarks: readonly (string)[]
}

/** What `tenure diff` prints with --format json. Changes between two API descriptions, with their effects and examples. */
export type DiffReport = {
  readonly format: 1
  readonly command: "diff"
  /** A day, YYYY-MM-DD. */
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly source: string
    /** The revision that applied on the day, if it is known. */
    readonly revision?: string
    /** Whether the policy is the default. */
    readonly assumed: boolean
  }
  /** The directions that were compared, unless it is only old clients with new servers. */
  readonly direction?: "forward" | "both"
  readonly old: {
    readonly source: string
    readonly title?: string
    readonly version?: string
  }
  readonly new: {
    readonly source: string
    readonly title?: string
    readonly version?: string
  }
  /** Whether parts of the documents could not be read. */
  readonly partial: boolean
  readonly gaps: readonly ({
    readonly message: string
    readonly place: {
      readonly source: string
      /** A JSON pointer into the source. */
      readonly pointer?: string
      readonly line?: number
      readonly column?: number
    }
    readonly isRead: boolean
  })[]
  /** Changed components that no operation uses. They are not checked. */
  readonly unused: readonly ({
    readonly kind: "schema" | "type" | "parameter" | "response" | "header" | "request body" | "callback" | "path item"
    readonly name: string
    readonly place: {
      readonly source: string
      /** A JSON pointer into the source. */
      readonly pointer?: string
      readonly line?: number
      readonly column?: number
    }
  })[]
  /** Whether any change breaks clients. `unknown` also if parts could not be read. */
  readonly breaks: "yes" | "no" | "unknown"
  /** The most severe verdict of all changes. `undetermined` also if parts could not be read. */
  readonly verdict: "compliant" | "violation" | "exempt" | "undetermined"
  readonly summary: {
    /** The number of changes that break clients, whatever their verdict. */
    readonly breaking: number
    readonly violation: number
    readonly undetermined: number
    readonly exempt: number
    readonly compliant: number
  }
  /** The version, and what the changes need. Without `versions` in the policy, by the form of the version. */
  readonly version?: {
    /** The version that the changes are counted from. */
    readonly base: string
    /** The version that the change states. */
    readonly here?: string
    /** The last release, if the version of the base may not be released. */
    readonly released?: string
    readonly scheme: "semver" | "date" | "calendar" | "named"
    readonly needs: {
      readonly step: "none" | "patch" | "minor" | "major"
      /** The version to release next. Missing if it is not known for certain. */
      readonly next?: string
      /** The lowest version that is high enough. Missing if it needs a name. */
      readonly atLeast?: string
      /** The lowest version if everything in `unclear` is breaking. */
      readonly atMost?: string
      /** The changes that need it. */
      readonly because: readonly (string)[]
      /** The changes that may be breaking. */
      readonly unclear: readonly (string)[]
    }
    /** Whether the version is high enough. Missing if the change states none. */
    readonly answer?: "enough" | "too-low" | "too-high" | "undetermined"
  }
  readonly remarks: readonly (string)[]
  readonly changes: readonly ({
    readonly kind: "operation-added" | "operation-removed" | "parameter-added" | "required-parameter-added" | "parameter-required" | "parameter-optional" | "parameter-removed" | "field-added" | "required-field-added" | "field-required" | "field-optional" | "field-removed" | "header-added" | "header-removed" | "value-added" | "value-removed" | "renamed" | "base-path-changed" | "behavior-changed" | "deprecated" | "deprecation-withdrawn" | "sunset-set" | "sunset-moved-later" | "sunset-moved-earlier" | "sunset-dropped" | "stability-changed" | "replacement-changed" | "documentation-changed" | "version-not-served" | "unserved-version-added" | "unserved-version-removed" | "scope-changed" | "plural-changed" | "names-changed" | "storage-version-changed" | "storage-version-removed" | "conversion-changed" | "subresource-removed" | "subresource-added" | "subresource-changed" | "field-selector-removed" | "field-selector-added" | "field-undocumented" | "unknown-fields-dropped" | "unknown-fields-kept" | "list-type-changed" | "validation-rules-changed" | "type-added" | "type-deprecated" | "type-removed" | "type-kind-changed" | "argument-added" | "required-argument-added" | "argument-removed" | "argument-required" | "argument-optional" | "input-default-changed" | "enum-value-removed" | "union-member-added" | "union-member-removed" | "interface-added" | "interface-removed" | "external-added" | "scalar-specification-changed" | "one-of-added" | "one-of-removed" | "root-type-changed" | "directive-added" | "directive-removed" | "directive-narrowed" | "directive-widened" | "output-schema-removed" | "output-schema-added" | "task-support-tightened" | "task-support-loosened" | "tool-hint-changed" | "tool-description-changed" | "unread-list-changed" | "operation-id-changed" | "webhook-added" | "webhook-removed" | "security-stricter" | "security-looser" | "security-changed" | "server-added" | "server-removed" | "rate-limit-stricter" | "pagination-added" | "moved" | "serialization-changed" | "body-added" | "required-body-added" | "body-required" | "body-optional" | "body-removed" | "header-required" | "header-optional" | "status-added" | "status-removed" | "error-code-added" | "error-code-removed" | "media-type-added" | "media-type-removed" | "field-access-changed" | "field-writable-added" | "object-closed" | "object-opened" | "alternative-added" | "alternative-removed" | "composition-changed" | "discriminator-changed" | "type-changed" | "null-allowed" | "null-refused" | "format-changed" | "opaque-format-changed" | "default-added" | "default-changed" | "constraint-tightened" | "constraint-loosened" | "constraint-changed" | "order-changed"
    /** Set if the change breaks clients of the newer description at servers of the older one. Its kind and its proofs are those of a comparison the other way round. */
    readonly direction?: "forward"
    /** The policy's answer: the most severe verdict of its reaches. `compliant` includes compatible changes. */
    readonly verdict: "compliant" | "violation" | "exempt" | "undetermined"
    /** Whether the change breaks clients, whatever the policy allows: the most severe of its effects. */
    readonly breaks: "yes" | "no" | "unknown"
    /** The ground of the verdict. */
    readonly ground: string
    /** The effect on clients, by proof or by the policy. */
    readonly effects: {
      readonly request?: "breaking" | "compatible" | "review"
      readonly response?: "breaking" | "compatible" | "review"
    }
    readonly message: string
    /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
    readonly subject: string
    readonly field?: string
    readonly parameter?: string
    readonly header?: string
    readonly value?: string
    readonly in?: "request" | "response"
    readonly component?: string
    /** The path in the component or part, such as `labels[].name`, or empty. */
    readonly at: string
    /** The keyword or name that changed. */
    readonly about?: string
    /** The number of further values of the same list that this change stands for. */
    readonly others?: number
    readonly places: {
      /** The place in the older description; for additions, of the parent. */
      readonly old?: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
      readonly new?: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
      /** For removals: the nearest remaining parent in the newer description. */
      readonly missingFrom?: {
        readonly source: string
        /** A JSON pointer into the source. */
        readonly pointer?: string
        readonly line?: number
        readonly column?: number
      }
    }
    readonly old?: unknown
    readonly new?: unknown
    readonly proofs: {
      readonly request?: unknown
      readonly response?: unknown
    }
    /** The affected operations. */
    readonly reaches: readonly ({
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly operation: string
      readonly side: "request" | "response"
      /** `query parameter limit`, `body`, `response 200 application/json`. */
      readonly part?: string
      /** The path from the part to the value, such as `[].labels[].name`. One path for each side. */
      readonly at?: string
      readonly verdict: "compliant" | "violation" | "exempt" | "undetermined"
      readonly stability?: string
    })[]
    readonly clause?: {
      readonly policy: string
      readonly revision: string
      /** A JSON pointer into the policy, with `extends` resolved. */
      readonly pointer: string
    }
    /** The missing facts that would decide. */
    readonly missing: readonly ({
      readonly fact: string
      readonly of: string
      /** The month or year that is stated instead of a day. */
      readonly known?: string
    })[]
    /** An identifier that edits of the files don't change. It contains no text, line, or date. */
    readonly fingerprint: string
  })[]
}

/** What `tenure due` prints with --format json. Removals that are possible now, overdue, or coming. */
export type DueReport = {
  readonly format: 1
  readonly command: "due"
  /** A day, YYYY-MM-DD. */
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly source: string
    readonly declared: boolean
  }
  readonly source: {
    readonly kind: "history"
    readonly path: string
  }
  /** Remarks on the answer as a whole. */
  readonly remarks: readonly (string)[]
  /** The last day of `--within`. */
  readonly until: string
  /** Every deprecation without a recorded removal, the most urgent first. */
  readonly due: readonly ({
    /** `coming`: within `--within`. `unknown`: the earliest end of support is undetermined. */
    readonly state: "overdue" | "now" | "coming" | "later" | "unknown"
    /** A subject, or a part of it. */
    readonly subject: string | {
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
    }
    /** The sunset if it is overdue, otherwise the earliest end of support. */
    readonly day?: string
    /** A day or a release. */
    readonly sunset?: string
    readonly text: string
    /** The supported replacement, in the notation of history files. */
    readonly replacement?: string
    /** Who owns it. Missing if nothing says so. */
    readonly owners?: readonly (string)[]
    /** Who called it in the last 30 days. Missing without a table of traffic. */
    readonly traffic?: {
      /** A day, YYYY-MM-DD. */
      readonly from: string
      /** A day, YYYY-MM-DD. */
      readonly to: string
      readonly calls: number
      readonly errors: number
      /** A day, YYYY-MM-DD. */
      readonly last?: string
      /** Those with most calls first. */
      readonly callers: readonly ({
        readonly id: string
        readonly calls: number
        /** A day, YYYY-MM-DD. */
        readonly last: string
      })[]
      /** Calls whose caller has no name. */
      readonly unnamed: number
      /** Further calls that match other operations, too. */
      readonly maybe: number
      /** The share of the traffic that is known, from 0 to 1. */
      readonly coverage: number
      /** Days with hours without lines. */
      readonly missing: readonly ({
        readonly source: string
        readonly days: readonly (string)[]
      })[]
    }
  })[]
}

/** What `tenure due ENDPOINT` prints with --format json. The first day on which something can be removed, and why. */
export type EarliestEnd = {
  readonly format: 1
  readonly command: "when"
  /** A day, YYYY-MM-DD. */
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly source: string
    readonly declared: boolean
  }
  readonly source: {
    readonly kind: "history"
    readonly path: string
  }
  /** Remarks on the answer as a whole. */
  readonly remarks: readonly (string)[]
  /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
  readonly subject: string
  readonly field?: string
  readonly parameter?: string
  readonly header?: string
  readonly value?: string
  readonly in?: "request" | "response"
  readonly kind: "ended"
  readonly ended: {
    /** A release or a day, as the history states it. */
    readonly stated: string
    /** A day, YYYY-MM-DD. */
    readonly earliest?: string
    /** A day, YYYY-MM-DD. */
    readonly latest?: string
  }
} | {
  readonly format: 1
  readonly command: "when"
  /** A day, YYYY-MM-DD. */
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly source: string
    readonly declared: boolean
  }
  readonly source: {
    readonly kind: "history"
    readonly path: string
  }
  /** Remarks on the answer as a whole. */
  readonly remarks: readonly (string)[]
  /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
  readonly subject: string
  readonly field?: string
  readonly parameter?: string
  readonly header?: string
  readonly value?: string
  readonly in?: "request" | "response"
  readonly kind: "any" | "never" | "day" | "after" | "undetermined"
  /** A day, YYYY-MM-DD. */
  readonly day?: string
  /** The day if these lengths start on the as-of day. */
  readonly ifStartedToday?: string
  /** An earlier day that can be allowed, too, and the facts that would decide. */
  readonly earlier?: {
    /** A day, YYYY-MM-DD. */
    readonly day?: string
    /** The missing facts that would decide. */
    readonly missing: readonly ({
      readonly fact: string
      readonly of: string
      /** The month or year that is stated instead of a day. */
      readonly known?: string
    })[]
  }
  readonly bounds: readonly ({
    readonly clause: {
      readonly policy: string
      readonly revision: string
      /** A JSON pointer into the policy, with `extends` resolved. */
      readonly pointer: string
    }
    /** The first day on which this requirement is met, if the calendar alone decides. */
    readonly day?: string
    /** The required length. */
    readonly required?: string
    /** When the period started. */
    readonly start?: {
      /** A release or a day, as the history states it. */
      readonly stated: string
      /** A day, YYYY-MM-DD. */
      readonly earliest?: string
      /** A day, YYYY-MM-DD. */
      readonly latest?: string
    }
    /** The period has not started. */
    readonly assumed?: true
    /** When support can end. */
    readonly window?: {
      readonly kind: "any" | "never" | "release" | "major" | "days"
      /** Days of the year, MM-DD. */
      readonly days?: readonly (string)[]
    }
    /** The sunset. */
    readonly sunset?: {
      /** A release or a day, as the history states it. */
      readonly stated: string
      /** A day, YYYY-MM-DD. */
      readonly earliest?: string
      /** A day, YYYY-MM-DD. */
      readonly latest?: string
    }
    /** Another condition that must be met. */
    readonly condition?: string
    /** The successor that is required, and before what. */
    readonly successor?: {
      readonly stability: "any" | "same"
      readonly before: "announcement" | "end"
    }
    /** Successors that are not released yet. */
    readonly comes?: readonly ({
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
      readonly moment: {
        /** A release or a day, as the history states it. */
        readonly stated: string
        /** A day, YYYY-MM-DD. */
        readonly earliest?: string
        /** A day, YYYY-MM-DD. */
        readonly latest?: string
      }
    })[]
    /** The missing facts that would decide. */
    readonly missing: readonly ({
      readonly fact: string
      readonly of: string
      /** The month or year that is stated instead of a day. */
      readonly known?: string
    })[]
  })[]
  /** The missing facts that would decide. */
  readonly missing: readonly ({
    readonly fact: string
    readonly of: string
    /** The month or year that is stated instead of a day. */
    readonly known?: string
  })[]
  readonly stabilities: readonly (string)[]
  readonly clause?: {
    readonly policy: string
    readonly revision: string
    /** A JSON pointer into the policy, with `extends` resolved. */
    readonly pointer: string
  }
} | {
  readonly format: 1
  readonly command: "when"
  /** A day, YYYY-MM-DD. */
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly source: string
    readonly declared: boolean
  }
  readonly source: {
    readonly kind: "history"
    readonly path: string
  }
  /** Remarks on the answer as a whole. */
  readonly remarks: readonly (string)[]
  /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
  readonly subject: string
  readonly field?: string
  readonly parameter?: string
  readonly header?: string
  readonly value?: string
  readonly in?: "request" | "response"
  /** The value of `--end`. */
  readonly end: string
  /** `none-needed`: no announcement is required. `never`: support can't end on that day. `day`: announce it by `day`. */
  readonly kind: "none-needed" | "never" | "day" | "undetermined"
  /** A day, YYYY-MM-DD. */
  readonly day?: string
  /** The missing facts that would decide. */
  readonly missing: readonly ({
    readonly fact: string
    readonly of: string
    /** The month or year that is stated instead of a day. */
    readonly known?: string
  })[]
  /** When the notice started, if it needs no announcement. */
  readonly started?: {
    /** A release or a day, as the history states it. */
    readonly stated: string
    /** A day, YYYY-MM-DD. */
    readonly earliest?: string
    /** A day, YYYY-MM-DD. */
    readonly latest?: string
  }
  /** Why support can't end on that day, however early it is announced, and the nearest days on which it can. */
  readonly refused?: {
    readonly window?: {
      readonly kind: "any" | "never" | "release" | "major" | "days"
      /** Days of the year, MM-DD. */
      readonly days?: readonly (string)[]
    }
    /** A day, YYYY-MM-DD. */
    readonly before?: string
    /** A day, YYYY-MM-DD. */
    readonly after?: string
    readonly successor?: {
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
      readonly moment: {
        /** A release or a day, as the history states it. */
        readonly stated: string
        /** A day, YYYY-MM-DD. */
        readonly earliest?: string
        /** A day, YYYY-MM-DD. */
        readonly latest?: string
      }
    }
    readonly clause: {
      readonly policy: string
      readonly revision: string
      /** A JSON pointer into the policy, with `extends` resolved. */
      readonly pointer: string
    }
  }
  readonly bounds: readonly ({
    readonly clause: {
      readonly policy: string
      readonly revision: string
      /** A JSON pointer into the policy, with `extends` resolved. */
      readonly pointer: string
    }
    /** The first day on which this requirement is met, if the calendar alone decides. */
    readonly day?: string
    /** The required length. */
    readonly required?: string
    /** When the period started. */
    readonly start?: {
      /** A release or a day, as the history states it. */
      readonly stated: string
      /** A day, YYYY-MM-DD. */
      readonly earliest?: string
      /** A day, YYYY-MM-DD. */
      readonly latest?: string
    }
    /** The period has not started. */
    readonly assumed?: true
    /** When support can end. */
    readonly window?: {
      readonly kind: "any" | "never" | "release" | "major" | "days"
      /** Days of the year, MM-DD. */
      readonly days?: readonly (string)[]
    }
    /** The sunset. */
    readonly sunset?: {
      /** A release or a day, as the history states it. */
      readonly stated: string
      /** A day, YYYY-MM-DD. */
      readonly earliest?: string
      /** A day, YYYY-MM-DD. */
      readonly latest?: string
    }
    /** Another condition that must be met. */
    readonly condition?: string
    /** The successor that is required, and before what. */
    readonly successor?: {
      readonly stability: "any" | "same"
      readonly before: "announcement" | "end"
    }
    /** Successors that are not released yet. */
    readonly comes?: readonly ({
      /** `METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`. */
      readonly subject: string
      readonly field?: string
      readonly parameter?: string
      readonly header?: string
      readonly value?: string
      readonly in?: "request" | "response"
      readonly moment: {
        /** A release or a day, as the history states it. */
        readonly stated: string
        /** A day, YYYY-MM-DD. */
        readonly earliest?: string
        /** A day, YYYY-MM-DD. */
        readonly latest?: string
      }
    })[]
    /** The missing facts that would decide. */
    readonly missing: readonly ({
      readonly fact: string
      readonly of: string
      /** The month or year that is stated instead of a day. */
      readonly known?: string
    })[]
  })[]
  /** The earliest end of support. */
  readonly earliest: {
    readonly kind: "any" | "never" | "day" | "after" | "undetermined"
    /** A day, YYYY-MM-DD. */
    readonly day?: string
    /** The day if these lengths start on the as-of day. */
    readonly ifStartedToday?: string
  }
}

/** What `tenure next-version` prints with --format json. The version that the changes need, and why. */
export type NextVersion = {
  /** The version that the changes are counted from. */
  readonly base: string
  /** The version that the change states. */
  readonly here?: string
  /** The last release, if the version of the base may not be released. */
  readonly released?: string
  readonly scheme: "semver" | "date" | "calendar" | "named"
  readonly needs: {
    readonly step: "none" | "patch" | "minor" | "major"
    /** The version to release next. Missing if it is not known for certain. */
    readonly next?: string
    /** The lowest version that is high enough. Missing if it needs a name. */
    readonly atLeast?: string
    /** The lowest version if everything in `unclear` is breaking. */
    readonly atMost?: string
    /** The changes that need it. */
    readonly because: readonly (string)[]
    /** The changes that may be breaking. */
    readonly unclear: readonly (string)[]
  }
  /** Whether the version is high enough. Missing if the change states none. */
  readonly answer?: "enough" | "too-low" | "too-high" | "undetermined"
  readonly format: 1
  readonly command: "next-version"
}

/** The data of a template, as `changelog` and `notes` print it with --format json. What a Liquid template of release notes can use. */
export type ReleaseNotes = {
  readonly format: 1
  readonly service: string
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly declared: boolean
  }
  readonly source: {
    readonly kind: string
    readonly path: string
    readonly partial: boolean
  }
  /** Newest first. */
  readonly releases: readonly ({
    /** `span`: several releases as one step. */
    readonly kind: "release" | "announcement" | "span"
    /** The name of the release, `next`, or the day of the announcement. */
    readonly name: string
    /** The release from which a span starts. */
    readonly from?: string
    /** A day, a month, or a year, as written. */
    readonly date?: string
    /** Not released on the as-of day. */
    readonly pending: boolean
    readonly note?: string
    /** Markdown of the release, as it is in the history. */
    readonly markdown?: string
    /** Where the announcement was published. */
    readonly via?: string
    /** The URL that compares it with the release before it, by `links.compare`. */
    readonly compare?: string
    /** The first description. Its operations can be older. */
    readonly first?: {
      readonly operations: number
      readonly deprecated: number
    }
    /** The release has no description and no entries. */
    readonly unread?: boolean
    /** A part of its description could not be read, so changes can be missing. */
    readonly partial?: boolean
    /** The last release before it that was read, if those in between were not. */
    readonly since?: string
    readonly counts: {
      readonly removed: number
      readonly breaking: number
      readonly unclear: number
      readonly deprecated: number
      readonly added: number
      readonly changed: number
    }
    /** The most urgent first, without empty groups. */
    readonly groups: readonly ({
      readonly name: "removed" | "breaking" | "unclear" | "deprecated" | "added" | "changed"
      readonly title: string
      readonly lines: readonly ({
        /** The sentence as plain text, with names in backticks. */
        readonly text: string
        /** The same as Markdown, escaped. */
        readonly markdown: string
        /** The same as HTML, escaped. */
        readonly html: string
        /** Whether the change breaks clients. Missing if undetermined. */
        readonly breaking?: boolean
        /** Kinds of change, or verbs of the history such as `deprecated`. */
        readonly kinds: readonly (string)[]
        /** Subjects, in the notation of history files. */
        readonly subjects: readonly (string)[]
        /** Affected operations. */
        readonly operations: readonly (string)[]
        /** Releases with the change. */
        readonly releases: readonly (string)[]
        /** The old value, if the line is about one value. */
        readonly old?: unknown
        /** The new value. */
        readonly new?: unknown
        /** A counterexample. */
        readonly witness?: {
          readonly side: "request" | "response"
          readonly value: unknown
          readonly at: string
        }
        /** The replacement, if there is one. */
        readonly replacement?: string
        /** The replacement was inferred from the paths. */
        readonly inferred?: boolean
        /** When the removal was announced: a day or a release. */
        readonly announced?: string
        /** The sunset: a day or a release. */
        readonly sunset?: string
        /** The earliest end of support under the declared policy. */
        readonly earliestEnd?: string
        /** The stability that decided. */
        readonly stability?: string
        /** The verdict, if there is one. */
        readonly verdict?: "compliant" | "violation" | "exempt" | "undetermined"
        /** Items that the line counts without naming them. */
        readonly more: readonly ({
          /** The sentence as plain text, with names in backticks. */
          readonly text: string
          /** The same as Markdown, escaped. */
          readonly markdown: string
          /** The same as HTML, escaped. */
          readonly html: string
        })[]
        /** The URL of the documentation of the only endpoint, by `links.docs`. */
        readonly docs?: string
        /** The URL of the first change in its description, by `links.line`. */
        readonly place?: string
      })[]
    })[]
  })[]
}

/** What `tenure upgrade` prints with --format json. The steps from one release to another. */
export type UpgradeGuide = {
  readonly format: 1
  readonly command: "upgrade"
  readonly service: string
  readonly asOf: string
  readonly policy: {
    readonly name: string
    readonly declared: boolean
  }
  readonly source: {
    readonly kind: string
    readonly path: string
    readonly partial: boolean
  }
  readonly from: string
  readonly to: string
  /** The endpoints of the client, with `--uses`. */
  readonly uses?: readonly (string)[]
  /** The number of changes that don't affect them. */
  readonly leftOut: number
  /** Releases that could be read only in part, so changes can be missing. */
  readonly partial?: readonly (string)[]
  /** The history has gaps, so changes can be missing. */
  readonly incomplete?: boolean
  /** Steps for before the upgrade. */
  readonly before: readonly ({
    readonly line: {
      /** The sentence as plain text, with names in backticks. */
      readonly text: string
      /** The same as Markdown, escaped. */
      readonly markdown: string
      /** The same as HTML, escaped. */
      readonly html: string
      /** Whether the change breaks clients. Missing if undetermined. */
      readonly breaking?: boolean
      /** Kinds of change, or verbs of the history such as `deprecated`. */
      readonly kinds: readonly (string)[]
      /** Subjects, in the notation of history files. */
      readonly subjects: readonly (string)[]
      /** Affected operations. */
      readonly operations: readonly (string)[]
      /** Releases with the change. */
      readonly releases: readonly (string)[]
      /** The old value, if the line is about one value. */
      readonly old?: unknown
      /** The new value. */
      readonly new?: unknown
      /** A counterexample. */
      readonly witness?: {
        readonly side: "request" | "response"
        readonly value: unknown
        readonly at: string
      }
      /** The replacement, if there is one. */
      readonly replacement?: string
      /** The replacement was inferred from the paths. */
      readonly inferred?: boolean
      /** When the removal was announced: a day or a release. */
      readonly announced?: string
      /** The sunset: a day or a release. */
      readonly sunset?: string
      /** The earliest end of support under the declared policy. */
      readonly earliestEnd?: string
      /** The stability that decided. */
      readonly stability?: string
      /** The verdict, if there is one. */
      readonly verdict?: "compliant" | "violation" | "exempt" | "undetermined"
      /** Items that the line counts without naming them. */
      readonly more: readonly ({
        /** The sentence as plain text, with names in backticks. */
        readonly text: string
        /** The same as Markdown, escaped. */
        readonly markdown: string
        /** The same as HTML, escaped. */
        readonly html: string
      })[]
    }
    /** What the client must do, as plain text. Empty if the line says it. */
    readonly do: string
    readonly replacements: readonly (string)[]
    /** A release in between that has both the subject and its replacement. */
    readonly stop?: string
  })[]
  /** Steps for the upgrade itself. */
  readonly moving: readonly ({
    readonly line: {
      /** The sentence as plain text, with names in backticks. */
      readonly text: string
      /** The same as Markdown, escaped. */
      readonly markdown: string
      /** The same as HTML, escaped. */
      readonly html: string
      /** Whether the change breaks clients. Missing if undetermined. */
      readonly breaking?: boolean
      /** Kinds of change, or verbs of the history such as `deprecated`. */
      readonly kinds: readonly (string)[]
      /** Subjects, in the notation of history files. */
      readonly subjects: readonly (string)[]
      /** Affected operations. */
      readonly operations: readonly (string)[]
      /** Releases with the change. */
      readonly releases: readonly (string)[]
      /** The old value, if the line is about one value. */
      readonly old?: unknown
      /** The new value. */
      readonly new?: unknown
      /** A counterexample. */
      readonly witness?: {
        readonly side: "request" | "response"
        readonly value: unknown
        readonly at: string
      }
      /** The replacement, if there is one. */
      readonly replacement?: string
      /** The replacement was inferred from the paths. */
      readonly inferred?: boolean
      /** When the removal was announced: a day or a release. */
      readonly announced?: string
      /** The sunset: a day or a release. */
      readonly sunset?: string
      /** The earliest end of support under the declared policy. */
      readonly earliestEnd?: string
      /** The stability that decided. */
      readonly stability?: string
      /** The verdict, if there is one. */
      readonly verdict?: "compliant" | "violation" | "exempt" | "undetermined"
      /** Items that the line counts without naming them. */
      readonly more: readonly ({
        /** The sentence as plain text, with names in backticks. */
        readonly text: string
        /** The same as Markdown, escaped. */
        readonly markdown: string
        /** The same as HTML, escaped. */
        readonly html: string
      })[]
    }
    /** What the client must do, as plain text. Empty if the line says it. */
    readonly do: string
    readonly replacements: readonly (string)[]
    /** A release in between that has both the subject and its replacement. */
    readonly stop?: string
  })[]
  /** Changes to review. */
  readonly check: readonly ({
    readonly line: {
      /** The sentence as plain text, with names in backticks. */
      readonly text: string
      /** The same as Markdown, escaped. */
      readonly markdown: string
      /** The same as HTML, escaped. */
      readonly html: string
      /** Whether the change breaks clients. Missing if undetermined. */
      readonly breaking?: boolean
      /** Kinds of change, or verbs of the history such as `deprecated`. */
      readonly kinds: readonly (string)[]
      /** Subjects, in the notation of history files. */
      readonly subjects: readonly (string)[]
      /** Affected operations. */
      readonly operations: readonly (string)[]
      /** Releases with the change. */
      readonly releases: readonly (string)[]
      /** The old value, if the line is about one value. */
      readonly old?: unknown
      /** The new value. */
      readonly new?: unknown
      /** A counterexample. */
      readonly witness?: {
        readonly side: "request" | "response"
        readonly value: unknown
        readonly at: string
      }
      /** The replacement, if there is one. */
      readonly replacement?: string
      /** The replacement was inferred from the paths. */
      readonly inferred?: boolean
      /** When the removal was announced: a day or a release. */
      readonly announced?: string
      /** The sunset: a day or a release. */
      readonly sunset?: string
      /** The earliest end of support under the declared policy. */
      readonly earliestEnd?: string
      /** The stability that decided. */
      readonly stability?: string
      /** The verdict, if there is one. */
      readonly verdict?: "compliant" | "violation" | "exempt" | "undetermined"
      /** Items that the line counts without naming them. */
      readonly more: readonly ({
        /** The sentence as plain text, with names in backticks. */
        readonly text: string
        /** The same as Markdown, escaped. */
        readonly markdown: string
        /** The same as HTML, escaped. */
        readonly html: string
      })[]
    }
    /** What the client must do, as plain text. Empty if the line says it. */
    readonly do: string
    readonly replacements: readonly (string)[]
    /** A release in between that has both the subject and its replacement. */
    readonly stop?: string
  })[]
  /** Deprecated subjects that are still there. */
  readonly later: readonly ({
    readonly subject: string
    readonly announced: string
    /** The sunset or a known end of support: a day or a release. */
    readonly until?: string
    /** The earliest end of support under the declared policy. */
    readonly earliestEnd?: string
    readonly replacement?: string
  })[]
  /** Additions. */
  readonly help: readonly ({
    /** The sentence as plain text, with names in backticks. */
    readonly text: string
    /** The same as Markdown, escaped. */
    readonly markdown: string
    /** The same as HTML, escaped. */
    readonly html: string
    /** Whether the change breaks clients. Missing if undetermined. */
    readonly breaking?: boolean
    /** Kinds of change, or verbs of the history such as `deprecated`. */
    readonly kinds: readonly (string)[]
    /** Subjects, in the notation of history files. */
    readonly subjects: readonly (string)[]
    /** Affected operations. */
    readonly operations: readonly (string)[]
    /** Releases with the change. */
    readonly releases: readonly (string)[]
    /** The old value, if the line is about one value. */
    readonly old?: unknown
    /** The new value. */
    readonly new?: unknown
    /** A counterexample. */
    readonly witness?: {
      readonly side: "request" | "response"
      readonly value: unknown
      readonly at: string
    }
    /** The replacement, if there is one. */
    readonly replacement?: string
    /** The replacement was inferred from the paths. */
    readonly inferred?: boolean
    /** When the removal was announced: a day or a release. */
    readonly announced?: string
    /** The sunset: a day or a release. */
    readonly sunset?: string
    /** The earliest end of support under the declared policy. */
    readonly earliestEnd?: string
    /** The stability that decided. */
    readonly stability?: string
    /** The verdict, if there is one. */
    readonly verdict?: "compliant" | "violation" | "exempt" | "undetermined"
    /** Items that the line counts without naming them. */
    readonly more: readonly ({
      /** The sentence as plain text, with names in backticks. */
      readonly text: string
      /** The same as Markdown, escaped. */
      readonly markdown: string
      /** The same as HTML, escaped. */
      readonly html: string
    })[]
  })[]
}

/** What `tenure explain` without a name prints with --format json. All rules with their levels and options. */
export type RuleList = readonly ({
  readonly id: string
  /** The version of tenure that introduced it. */
  readonly since: string
  /** The default level. */
  readonly level: "error" | "warning" | "info"
  /** The items that it checks, one by one. */
  readonly watches: "judgment" | "lifecycle" | "event" | "use" | "served" | "clientBreak" | "history"
  readonly summary: string
  /** The page that documents the rule, relative to the package if it has no scheme. */
  readonly url?: string
  /** Options with their default values. */
  readonly options?: {readonly [key: string]: string | number | boolean | undefined}
})[]

/** What `tenure explain NAME` prints with --format json. One rule with its reasons, messages, and examples, or one kind of change with its effects. */
export type Explanation = {
  readonly id: string
  /** The version of tenure that introduced it. */
  readonly since: string
  /** The default level. */
  readonly level: "error" | "warning" | "info"
  /** The items that it checks, one by one. */
  readonly watches: "judgment" | "lifecycle" | "event" | "use" | "served" | "clientBreak" | "history"
  readonly summary: string
  /** The page that documents the rule, relative to the package if it has no scheme. */
  readonly url?: string
  /** Options with their default values. */
  readonly options?: {readonly [key: string]: string | number | boolean | undefined}
  /** The level of some of its findings. */
  readonly lowerLevel?: "error" | "warning" | "info" | "off"
  /** The key of a policy that decides what it reports. A configuration can't lower its level. */
  readonly policyKey?: string
  /** Whether it reports a verdict: it leads among equal verdicts on one event. */
  readonly reportsVerdict?: true
  /** It checks how a history is written. */
  readonly ofWriting?: true
  /** The gate reports it for past releases too, because only a person can add what is missing. */
  readonly needsAuthor?: true
  readonly why: string
  /** Messages with placeholders. */
  readonly messages: {readonly [key: string]: string | undefined}
  readonly examples: readonly ({
    readonly title: string
    readonly kind: "loud" | "quiet" | "undetermined"
    /** A history file. */
    readonly history: string
    /** A policy file. Default: `thirteen-months`. */
    readonly policy?: string
    /** A day, YYYY-MM-DD. */
    readonly asOf?: string
    /** API descriptions by release. */
    readonly specs?: {readonly [key: string]: string | undefined}
    /** Client code by file name. */
    readonly code?: {readonly [key: string]: string | undefined}
    /** Pages with outdated managed sections. */
    readonly stale?: readonly (string)[]
    /** The day of the first commit with the history. */
    readonly adopted?: string
    /** The files of a table of traffic. */
    readonly traffic?: {readonly [key: string]: string | undefined}
    /** Where what is served differs from the history. */
    readonly served?: readonly ({readonly [key: string]: unknown | undefined})[]
    /** The history before the change. */
    readonly historyBefore?: string
    /** The versions of the change and of its base, with the changes. */
    readonly version?: {
      readonly base: string
      readonly here?: string
      readonly released?: string
      readonly changes: readonly (string)[]
    }
    /** Since when the history has contained an announcement, by verb and subject. */
    readonly recorded?: {readonly [key: string]: string | undefined}
    /** The messages in order. */
    readonly messages: readonly (string)[]
  })[]
} | {
  readonly kind: string
  readonly title: string
  readonly means: string
  /** The effects by default, on the sides on which it can be observed. */
  readonly effects: {
    readonly request?: "breaking" | "compatible" | "review"
    readonly response?: "breaking" | "compatible" | "review"
  }
  /** `schemas`: what the schemas prove comes before the kind. */
  readonly decidedBy: "kind" | "schemas"
  /** A kind whose policy entry applies to it, too. */
  readonly wider?: string
  /** Two descriptions in one: lines after `# old` are in the older one, after `# new` in the newer one. */
  readonly example?: string
}

/** What commands print with --format json for several APIs. Each API with its verdict, its owners, its next end of support, and what the command prints for it alone. */
export type ApiReports<Result> = {
  readonly format: 1
  /** The most severe result of a command that judges. */
  readonly verdict?: "violation" | "reported" | "undetermined" | "compliant"
  /** The sums over all APIs, of a command that judges. */
  readonly summary?: {
    readonly apis: number
    /** APIs that have no report. */
    readonly notChecked: number
    readonly violations: number
    /** Errors that are no violations. */
    readonly errors: number
    readonly undetermined: number
    readonly waived: number
    readonly warnings: number
    readonly notes: number
  }
  readonly apis: readonly ({
    /** The name of the API in the configuration. */
    readonly name: string
    /** The result of a command that judges; `reported` is a violation that does not fail it. */
    readonly verdict?: "violation" | "reported" | "undetermined" | "compliant"
    /** Who owns it. Missing if nothing says so. */
    readonly owners?: readonly (string)[]
    /** The next end of support that was announced. */
    readonly nextEnd?: {
      readonly subject: string
      /** Its sunset, or the first day on which it can be removed. */
      readonly day: string
      readonly state: "overdue" | "now" | "coming"
    }
    /** What the command writes for this API alone. */
    readonly report?: Result
    /** Why there is no report. */
    readonly error?: string
  })[]
}

/** An item of `Report['findings']`. */
export type Finding = Report['findings'][number]

/** An item of `Report['judgments']`. */
export type Judgment = Report['judgments'][number]

/** An item of `DiffReport['changes']`. */
export type Change = DiffReport['changes'][number]
