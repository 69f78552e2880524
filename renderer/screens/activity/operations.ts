import type { Operation } from '../../../contract/calls/activity.ts'

export const operationNames: Record<Operation, string> = {
  create: 'Create',
  lookup: 'Look up',
  visits: 'Visits',
  test: 'Test connection',
  enroll: 'Invitation',
  app_links: 'Check app links',
}
