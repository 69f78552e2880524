import { expect, it } from 'vitest'
import { problemDetails } from '../../../../renderer/ui/problem/problemDetails.ts'

it('problemDetails lists a problem’s known details for a support request', () => {
  expect(
    problemDetails({
      code: 'request_refused',
      status: 422,
      said: 'No.',
      requestId: 'r-1',
      fields: { title: 'Too long.' },
    }),
  ).toBe(
    'Problem: The service rejected the link (request_refused)\nHTTP status: 422\nThe service said: No.\nRequest: r-1\ntitle: Too long.',
  )
  expect(problemDetails({ code: 'bug' })).toBe('Problem: Something went wrong inside Linkwright (bug)')
})
