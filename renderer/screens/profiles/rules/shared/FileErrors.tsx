import { Box } from '@mantine/core'

/** Lists the errors in a file of shared rules. */
export function FileErrors({ errors }: { errors: readonly string[] }) {
  return (
    <Box component="ul" my={4} pl={18} style={{ overflowWrap: 'anywhere', listStyle: 'disc' }}>
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </Box>
  )
}
