document.title = "Lacuna review";
