/** Limits and settings of a single project, set by the operator. */
export interface ProjectTerms {
  /** Requests a minute; `null` for the default limit. */
  ratePerMinute: number | null
  /** Links a day, UTC; `null` for no limit. */
  linksPerDay: number | null
  /** Origin of new links; `null` for the default origin. */
  linkOrigin: string | null
  /** All origins the project ever had: existing links keep theirs. */
  linkOrigins: readonly string[]
  /** When they were last set, which decides which side of a copy is newer; `null` for never. */
  setAt: number | null
}

/** The terms of a project without settings of its own. */
export const defaultTerms: ProjectTerms = {
  ratePerMinute: null,
  linksPerDay: null,
  linkOrigin: null,
  linkOrigins: [],
  setAt: null,
}

/** The origins that belong or belonged to one project. */
export interface ProjectOrigins {
  project: string
  origins: string[]
}

/** Stores projects' terms and the counts for them. */
export interface TermStore {
  /** Resolves to `false` if there is no such project. */
  set(project: string, terms: ProjectTerms): Promise<boolean>
  /** Origins of all projects that have or had any. */
  origins(): Promise<ProjectOrigins[]>
  /**
   * Adds links made on a day (days since 1970, UTC). Resolves to the total of all processes. A later day replaces the current one only
   * if that is far in the future, from a wrong clock.
   */
  addLinks(project: string, day: number, links: number): Promise<number>
}
