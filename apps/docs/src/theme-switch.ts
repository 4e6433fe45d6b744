const root = document.documentElement;

for (const button of document.querySelectorAll('[data-theme-switch]')) {
  button.addEventListener('click', () => {
    const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
    root.dataset['theme'] = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Storage is blocked, so the choice lasts for this page only.
    }
  });
}
