/** The rules of a project, as its operator set them. */
export interface ProjectRules {
  project: string
  /** The text of the shared file, as `writeSharedFile` writes it; `null` after it was removed. */
  content: string | null
  /** When they were set or removed, in milliseconds since 1970. */
  setAt: number
}

/** Stores the rules that a project's clients read. */
export interface RuleStore {
  /** Resolves to `null` if the project never had any. */
  find(project: string): Promise<ProjectRules | null>
  /** Stores rules unless the stored ones have the same or a later time. Resolves to whether they were stored. */
  put(rules: ProjectRules): Promise<boolean>
}
