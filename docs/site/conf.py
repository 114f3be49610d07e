# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""The configuration of Sphinx. tools/docs.py writes the pages, and calls it."""
import os

project = "Carom"
version = release = os.environ["CAROM_VERSION"]
copyright = "The Carom authors"
extensions = ["breathe", "myst_parser", "sphinx_copybutton"]

breathe_projects = {"carom": os.environ["CAROM_XML"]}
breathe_default_project = "carom"
breathe_domain_by_extension = {"h": "c"}
breathe_show_include = False

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
highlight_language = "text"

html_theme = "furo"
html_title = f"Carom {version}"
html_static_path = [os.path.join(os.path.dirname(__file__), "static")]
html_css_files = ["carom.css"]
html_favicon = os.path.join(os.path.dirname(__file__), "static/icon.svg")
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1d5fbf", "color-brand-content": "#1d5fbf"},
    "dark_css_variables": {"color-brand-primary": "#7ab4ff", "color-brand-content": "#7ab4ff"},
}
