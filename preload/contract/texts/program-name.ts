/** How a person calls the command line: in a checkout, through npm. */
export function programName(env: Readonly<Record<string, string | undefined>>): string {
  return env['npm_command'] === undefined ? 'lading' : 'npx lading';
}
