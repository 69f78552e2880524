import type { ProjectTerms } from '../../service/store/projects/projectTerms.ts'
import type { Store } from '../../service/store/store.ts'

/** Sets the terms of a project, whatever they were before. */
export async function setTerms(store: Store, project: string, terms: ProjectTerms): Promise<void> {
  const found = await store.findProject(project)
  await store.terms.set(project, terms, found?.terms.setAt ?? null)
}
