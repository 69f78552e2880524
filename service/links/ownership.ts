import type { LinkOwner, StoredLink } from '../store/links.ts'

/** Whether a link belongs to the project and environment and was not erased (decision 29). Others can't see it. */
export function belongsTo({ project, environment }: LinkOwner, link: StoredLink | null): link is StoredLink {
  return link?.project === project && link.environment === environment && link.erasedAt === null
}
