import { createTheme } from '@mantine/core'
import { componentDefaults } from './componentDefaults.ts'
import { amber, dark, gray, green, ink, red } from './palette.ts'

const sans =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Inter, 'Adwaita Sans', Cantarell, Ubuntu, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
const mono =
  "ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', Menlo, Consolas, 'Liberation Mono', monospace"

/** The theme: 14-pixel base, six font sizes, spacing in steps of four, small radii, one accent. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 5 },
  colors: { ink, gray, dark, amber, green, red },
  black: gray[9],
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.35' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  /** Below `md`, names are below their icons and panels are stacked. Below `sm`, everything is in one column. */
  breakpoints: { xs: '35em', sm: '45em', md: '68.75em', lg: '77.5em', xl: '88em' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: componentDefaults,
})
