/** What `tenure headers` writes, and servers read: the endpoints whose support ends, and those that could be mistaken for them. */
export interface HeaderTable {
  /** Always 1; an imported JSON file has only its type. */
  readonly format: number
  /** The APIs, each with the time zone of its days. */
  readonly apis: readonly {readonly name: string; readonly timezone: string}[]
  readonly endpoints: readonly TableEndpoint[]
}

/** An endpoint, or everything under a path. Without `deprecated`, `sunset`, and `removed` it only excepts its path from others. */
export interface TableEndpoint {
  /** Its API, if the table has several. */
  readonly api?: string
  /** Missing if it is any method, under a prefix. */
  readonly method?: string
  /** The path template, such as `/v1/loans/{loanId}`, or a prefix, such as `/v1/**`. */
  readonly path: string
  /** The base paths where it is served, if it has any. */
  readonly bases?: readonly string[]
  readonly deprecated?: TableMoment
  readonly sunset?: TableMoment
  readonly removed?: TableMoment
  /** What to use in its place, as the history names it. */
  readonly replacement?: string
  /** The path template of the replacement, if it is an endpoint. */
  readonly successor?: string
  /** Pages about its deprecation and its sunset. */
  readonly links?: {readonly deprecation?: string; readonly sunset?: string}
}

/** When something happens. Without a day, it isn't known yet: `next` has none. */
export interface TableMoment {
  /** The day in the time zone of the API. */
  readonly day?: string
  /** The seconds from 1970 to the beginning of that day. */
  readonly at?: number
  readonly release?: string
}
