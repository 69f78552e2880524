/** What holds for one project and not for all of them, as the operator has set it. */
export interface ProjectTerms {
  /** Requests a minute; `null` for as many as any project may send. */
  ratePerMinute: number | null
  /** Links that it may make in a day, UTC; `null` for any number. */
  linksPerDay: number | null
  /** What the links begin with that it makes from now on; `null` for what all begin with. */
  linkOrigin: string | null
  /** All such origins that it ever had: links that it made before keep theirs. */
  linkOrigins: readonly string[]
  /** When they were last set, by which a copy knows the newer ones; `null` for never. */
  setAt: number | null
}

/** Of a project for which nothing was set. */
export const defaultTerms: ProjectTerms = {
  ratePerMinute: null,
  linksPerDay: null,
  linkOrigin: null,
  linkOrigins: [],
  setAt: null,
}

/** The origins that a project has, or had, for itself. */
export interface ProjectOrigins {
  project: string
  origins: string[]
}

/** The terms of projects in the database, and what they count. */
export interface TermStore {
  /** `false` when there is no such project. */
  set(project: string, terms: ProjectTerms): Promise<boolean>
  /** Of all projects that have, or had, any. */
  origins(): Promise<ProjectOrigins[]>
  /**
   * Adds links that were made on a day (in days since 1970, UTC); resolves to how many all processes have told of. A day
   * once begun stays, since clocks differ at midnight; only one that is further ahead was a wrong clock's, and gives way.
   */
  addLinks(project: string, day: number, links: number): Promise<number>
}
