/** What a server answers. A header that is `undefined` isn't sent; several lines of a header are a list. */
export interface ServedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A way in which a server differs from the history. */
export interface Deviation {
  readonly title: string
  /** The endpoint of `HISTORY` that answers otherwise. */
  readonly at: string
  /** What differs from the answer of a right server, to GET and HEAD alike. */
  readonly answer: Partial<ServedAnswer>
  /** The method whose answer differs, if it isn't both. */
  readonly method?: 'HEAD'
  /** The rule that finds it, and words of its message. */
  readonly rule: string
  readonly says: string
}

/** `2026-03-02T00:00-05:00`, the day of the deprecation in the policy's timezone, in seconds. */
export const DEPRECATED = 1_772_427_600
/** `2027-06-30T00:00-04:00`, the sunset. */
export const SUNSET = 'Wed, 30 Jun 2027 04:00:00 GMT'
export const GUIDE = 'https://library.example/deprecations'

const LOANS = {at: 'GET /v1/loans'} as const

/** The deviations that `tenure probe` finds, each exactly once and nothing else. */
export const DEVIATIONS: readonly Deviation[] = [
  {
    title: 'a deprecated endpoint without `Deprecation`',
    ...LOANS,
    answer: {headers: {deprecation: undefined}},
    rule: 'header-disagrees',
    says: `without \`Deprecation: @${DEPRECATED}\` (2026-03-02)`
  },
  {
    title: '`Deprecation` on an endpoint that is not deprecated',
    at: 'GET /v1/readers',
    answer: {headers: {deprecation: `@${DEPRECATED}`}},
    rule: 'header-disagrees',
    says: 'no deprecation is recorded'
  },
  {
    title: '`Deprecation` with another day',
    ...LOANS,
    answer: {headers: {deprecation: `@${DEPRECATED + 86_400}`}},
    rule: 'header-disagrees',
    says: '2026-03-03'
  },
  {
    title: '`Deprecation` after the sunset',
    ...LOANS,
    answer: {headers: {deprecation: `@${DEPRECATED + 2 * 366 * 86_400}`}},
    rule: 'header-disagrees',
    says: '2028-03-03'
  },
  {
    title: '`Deprecation` at midnight in UTC, which is the day before in the timezone of the policy',
    ...LOANS,
    answer: {headers: {deprecation: `@${DEPRECATED - 5 * 3600}`}},
    rule: 'header-disagrees',
    says: '2026-03-01'
  },
  {
    title: '`Deprecation` in milliseconds',
    ...LOANS,
    answer: {headers: {deprecation: `@${DEPRECATED}000`}},
    rule: 'header-disagrees',
    says: 'milliseconds'
  },
  {
    title: '`Deprecation` as an HTTP date',
    ...LOANS,
    answer: {headers: {deprecation: 'Mon, 02 Mar 2026 05:00:00 GMT'}},
    rule: 'header-disagrees',
    says: 'HTTP date'
  },
  {
    title: '`Deprecation: true` of the old draft',
    ...LOANS,
    answer: {headers: {deprecation: 'true'}},
    rule: 'header-disagrees',
    says: 'old draft'
  },
  {
    title: 'two `Deprecation` headers',
    ...LOANS,
    answer: {headers: {deprecation: [`@${DEPRECATED}`, `@${DEPRECATED}`]}},
    rule: 'header-disagrees',
    says: 'twice'
  },
  {
    title: 'no headers in the answer to HEAD',
    ...LOANS,
    method: 'HEAD',
    answer: {headers: {deprecation: undefined, sunset: undefined, link: undefined}},
    rule: 'header-disagrees',
    says: '`HEAD`'
  },
  {
    title: 'a deprecated endpoint without its `Sunset`',
    ...LOANS,
    answer: {headers: {sunset: undefined}},
    rule: 'header-disagrees',
    says: `without \`Sunset: ${SUNSET}\` (2027-06-30)`
  },
  {
    title: '`Sunset` with another day',
    ...LOANS,
    answer: {headers: {sunset: 'Thu, 30 Sep 2027 04:00:00 GMT'}},
    rule: 'header-disagrees',
    says: '2027-09-30'
  },
  {
    title: '`Sunset` that is no HTTP date',
    ...LOANS,
    answer: {headers: {sunset: '2027-06-30'}},
    rule: 'header-disagrees',
    says: 'no HTTP date'
  },
  {
    title: '`Sunset` before `Deprecation`',
    ...LOANS,
    answer: {headers: {sunset: 'Mon, 30 Jun 2025 04:00:00 GMT'}},
    rule: 'header-disagrees',
    says: 'earlier than'
  },
  {
    title: '`Sunset` on a deprecated endpoint that has none in the history',
    at: 'GET /v1/fees',
    answer: {headers: {sunset: SUNSET}},
    rule: 'header-disagrees',
    says: 'no sunset is recorded'
  },
  {
    title: 'a `Link` header without the replacement',
    ...LOANS,
    answer: {headers: {link: `<${GUIDE}>; rel="deprecation"; type="text/html"`}},
    rule: 'header-disagrees',
    says: 'rel="successor-version"'
  },
  {
    title: 'a `Link` header with another replacement',
    ...LOANS,
    answer: {headers: {link: `<${GUIDE}>; rel="deprecation", </v3/loans>; rel="successor-version"`}},
    rule: 'header-disagrees',
    says: '/v3/loans'
  },
  {
    title: 'a `Link` header without the configured page',
    ...LOANS,
    answer: {headers: {link: '</v2/loans>; rel="successor-version"'}},
    rule: 'header-disagrees',
    says: 'rel="deprecation"'
  },
  {
    title: 'a removed endpoint that answers 200',
    at: 'GET /v1/shelves',
    answer: {status: 200},
    rule: 'served-after-removal',
    says: '200'
  },
  {
    title: 'a supported endpoint that answers 404',
    at: 'GET /v1/readers',
    answer: {status: 404},
    rule: 'answers-gone',
    says: '404'
  },
  {
    title: 'a deprecated endpoint that answers 410 before its sunset',
    ...LOANS,
    answer: {status: 410},
    rule: 'answers-gone',
    says: 'before its sunset'
  }
]

/** An answer that is right, or whose check lacks a fact. */
export interface Tolerated extends Pick<Deviation, 'title' | 'at' | 'answer' | 'method'> {
  /** Why the endpoint can't be checked in full. Missing if it can. */
  readonly undecided?: string
  /** The rule that notes it, at the level `info`. */
  readonly note?: string
}

/** Answers about which `tenure probe` reports no difference. */
export const TOLERATED: readonly Tolerated[] = [
  {
    title: '`Deprecation` at another time of the day',
    ...LOANS,
    answer: {headers: {deprecation: `@${DEPRECATED + 43_200}`}}
  },
  {
    title: 'further links, on lines of their own',
    ...LOANS,
    answer: {
      headers: {
        link: [
          '</v1/loans?page=2>; rel=next',
          `<${GUIDE}>; rel="help deprecation"; title="a, b; rel=x"`,
          '</v2/loans>; REL=successor-version'
        ]
      }
    }
  },
  {title: 'an error of the server', ...LOANS, answer: {status: 503, headers: {}}, undecided: '503'},
  {
    title: 'an endpoint that needs credentials',
    ...LOANS,
    answer: {status: 401, headers: {deprecation: undefined, sunset: undefined, link: undefined}},
    undecided: 'needs credentials'
  },
  {
    title: 'a redirect to another host',
    at: 'GET /v1/readers',
    answer: {status: 302, headers: {location: 'https://elsewhere.example/login'}},
    undecided: 'redirect to another host'
  },
  {
    title: 'a method that HEAD lacks',
    ...LOANS,
    method: 'HEAD',
    answer: {status: 405, headers: {deprecation: undefined}}
  },
  {title: 'a removed endpoint that answers 404', at: 'GET /v1/shelves', answer: {status: 404}},
  {title: 'a removed endpoint that answers 410', at: 'GET /v1/shelves', answer: {status: 410}},
  {
    title: 'a removed endpoint that redirects to its replacement',
    at: 'GET /v1/shelves',
    answer: {status: 308, headers: {location: '/v2/shelves'}}
  },
  {
    title: 'an unknown item',
    at: 'GET /v1/loans/{loanId}',
    answer: {status: 404},
    undecided: '404'
  }
]
