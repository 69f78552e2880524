import type { Identity } from '../folder/identity.ts'
import { migrations } from './schema.ts'

/** `LWlb` in ASCII marks a library (`PRAGMA application_id`). */
export const libraryIdentity: Identity = {
  applicationId: 0x4c576c62,
  table: 'links',
  columns: ['id', 'state', 'profile_id', 'profile_name', 'environment', 'request', 'created_at'],
  thorough: true,
  steps: migrations,
}
